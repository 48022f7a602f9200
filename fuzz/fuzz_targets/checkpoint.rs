//! Hands the fuzzer's bytes to the target `checkpoint`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| testing::targets::run("checkpoint", data));
