//! The features of WebAssembly that the module may use, for wasm-bindgen. References are none of them: JavaScript's values are kept in
//! a list of the glue, and the module takes and returns numbers. So it can be translated to JavaScript. The library's objects were
//! compiled with references, hence no check.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Only for wasm, because no native linker knows the arguments.
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|families| families.contains("wasm")) {
        let features = "mutable-globals,sign-ext,nontrapping-fptoint,bulk-memory,multivalue";
        println!("cargo:rustc-link-arg-cdylib=--features={features}");
        println!("cargo:rustc-link-arg-cdylib=--no-check-features");
    }
}
