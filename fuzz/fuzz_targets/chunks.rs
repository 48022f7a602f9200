//! Hands the fuzzer's bytes to the target `chunks`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| testing::targets::run("chunks", data));
