//! Gives the shared library the name that programs record, with the number of its binary interface.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let has_name = std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux" || os.ends_with("bsd"));
    if has_name {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libtagspan.so.0");
    }
}
