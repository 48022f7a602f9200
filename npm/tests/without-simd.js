// Makes the package believe that the host has no SIMD: NODE_OPTIONS=--import=./npm/tests/without-simd.js

WebAssembly.validate = () => false;
