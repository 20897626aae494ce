//! Makes of the compiled engine (`web/engine`) a WebAssembly module and the JavaScript that imports it: what
//! wasm-bindgen's own program does, of which most would be compiled in vain for every new clone.
//!
//! usage: front800-bindgen MODULE.wasm FOLDER

use anyhow::{Context, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [module, folder] = &arguments[..] else { bail!("usage: front800-bindgen MODULE.wasm FOLDER") };
    let mut bindgen = Bindgen::new();
    // Without a path its own is taken, which the page's builder knows how to follow.
    bindgen
        .input_path(module)
        .web(true)?
        .typescript(true)
        .omit_default_module_path(false)
        .remove_name_section(true);
    let made = bindgen.generate(folder);
    made.with_context(|| format!("{}: no JavaScript can be made of it", module.display()))
}
