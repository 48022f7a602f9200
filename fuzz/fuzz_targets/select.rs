//! Hands the fuzzer's bytes to the target `select`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| testing::targets::run("select", data));
