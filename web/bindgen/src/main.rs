//! Turns the compiled engine (`web/engine`) into a WebAssembly module and the JavaScript that imports it. It does the part of
//! wasm-bindgen's own program that is needed, because every new clone would have to compile all of that program.
//!
//! usage: front800-bindgen MODULE.wasm FOLDER

use anyhow::{Context, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [module, folder] = &arguments[..] else { bail!("usage: front800-bindgen MODULE.wasm FOLDER") };
    let mut bindgen = Bindgen::new();
    // The generated code then finds the module relative to itself, which the site's bundler understands.
    bindgen
        .input_path(module)
        .web(true)?
        .typescript(true)
        .omit_default_module_path(false)
        .remove_name_section(true);
    let made = bindgen.generate(folder);
    made.with_context(|| format!("{}: no JavaScript can be made of it", module.display()))
}
