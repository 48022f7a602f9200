//! Hands the fuzzer's bytes to the target `crossed`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tagspan_targets::run("crossed", data));
