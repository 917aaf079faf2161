//! The size of the module's stack in linear memory. Rust's usual one, of 1 MiB, would make each process with a lease larger by as much.
//! The translation to JavaScript fills its whole memory with zeros when it starts.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Not every native linker knows the argument.
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|families| families.contains("wasm")) {
        println!("cargo:rustc-link-arg-cdylib=-zstack-size=65536");
    }
}
