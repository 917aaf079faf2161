//! The size of the module's stack in linear memory. A stack of 1 MiB, Rust's default, would make the memory of each
//! process that hides IDs larger by 1 MiB. The deepest call takes less than 8 KiB.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Only for wasm, because not every native linker knows the argument.
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|families| families.contains("wasm")) {
        println!("cargo:rustc-link-arg-cdylib=-zstack-size=16384");
    }
}
