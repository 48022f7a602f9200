//! Hands the fuzzer's bytes to the target `capi`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| testing::targets::run("capi", data));
