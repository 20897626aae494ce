//! Build script: embeds the sources in the binary again when they change.

fn main() {
    for folder in ["asm", "fonts", "maps"] {
        println!("cargo:rerun-if-changed={folder}");
    }
}
