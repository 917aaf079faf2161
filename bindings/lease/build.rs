//! The size of the module's stack in linear memory. A stack of 1 MiB, Rust's default, would make the memory
//! of each process with a lease larger by 1 MiB. Besides, the translation to JavaScript fills its whole
//! memory with zeros when it starts.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Only for wasm, because not every native linker knows the argument.
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|families| families.contains("wasm")) {
        println!("cargo:rustc-link-arg-cdylib=-zstack-size=65536");
    }
}
