//! Build script: the sources inside the binary are embedded anew when they change.

fn main() {
    for folder in ["asm", "fonts", "maps"] {
        println!("cargo:rerun-if-changed={folder}");
    }
}
