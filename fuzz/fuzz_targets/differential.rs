#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| feedstone_fuzz::differential(data));
