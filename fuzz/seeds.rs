//! Writes what the fuzz targets begin with: a sound input of every kind, in `corpus/TARGET`.

use std::fs;
use std::path::Path;

use front800::assets::SOURCES;
use front800::machine::{Config, DiskGeometry, DiskImage, Machine, Ram};
use front800::titles::Sources;

/// Bytes of a saved state before its body.
const STATE_HEADER: usize = 36;

const SCRIPT: &str = "# front800 input 1\n0 stick0 up left fire\n5 console start select\n6 key SHIFT+A B\n\
                      7 key none\n8 paddle3 114\n9 reset\n10 disk1 other.atr\n11 disk1 none\n";
const ORDERS: &str = "turn,unit,orders\n1,7,NNE\n2,54,\n39,1,NESWNESW\n";
const SOURCE: &str = "        org $2000\nsum     .macro value\n        clc\n        adc #:value\n        .endm\n\
                      .proc main\n;@budget 900\n        ldx #7\nloop    lda table,x\n        sum 3\n        sta $80,x\n\
                      \x20       dex\n;@loop 8\n        bpl loop\n        rts\n.endp\n        .rept 4,#\n        dta :1*2\n\
                      \x20       .endr\ntable   dta sin(10,10,8),d'HELLO',a(main)\n        .if .def main\n        ert *>$3000\n\
                      \x20       .endif\npoint   .struct\nx       .byte\ny       .word\n        .ends\n        run main\n";
const EXPRESSION: &str =
    "(pc == main || byte(count+1) >= $10 && word($80) != 3) && !(x & %101) && frame*60/2 % 7 < -line";
const COMMANDS: &str = "break main if a == $20 && hits >= 3\nwatch w $80..$8F\ncatch beam 20:5\nset pc loop\n\
                        dump count 16\ndisasm main 3\ninput 5 stick0 up fire\nlabel $2001\nchip pokey\ngoto 1000\n";
const LISTING: &str = "mads 2.1.7\nSource: a.asm\n     1 FFFF> 2000-2010> A9 05\t\t lda #5\n     2 2002\t\t\t m 5\n\
                       Macro: M [Source: a.asm]\n     1 2002 85 80\t\t sta $80\nSource: a.asm\n\
                       \x20    3 2004 01 02 03 04 05 06 + dta 1,2,3,4,5,6,7\n     4 = 200B\t\t\t .ds 4\n";
const LABELS: &str = "mads 2.1.6\nLabel table:\n00\t2000\tMAIN\nal 2003 .main.loop\ncount = $80\n";

fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let put = |target: &str, name: &str, bytes: &[u8]| {
        let folder = folder.join(target);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(name), bytes)
    };
    let sources = Sources::embedded();
    let title = sources.rasputitsa().expect("the wargame");
    let xex = title.output.xex();
    let small = [0xFF, 0xFF, 0x00, 0x20, 0x02, 0x20, 0x4C, 0x00, 0x20, 0xE0, 0x02, 0xE1, 0x02, 0x00, 0x20];
    for target in ["xex", "load", "kind"] {
        put(target, "small", &small)?;
        put(target, "init", &[&small[..], &[0xE2, 0x02, 0xE3, 0x02, 0x00, 0x20]].concat())?;
    }
    put("kind", "wargame", &xex)?;
    for (name, geometry) in [
        ("short", DiskGeometry { sector_size: 128, sectors: 4 }),
        ("long", DiskGeometry { sector_size: 256, sectors: 5 }),
    ] {
        let image = DiskImage::blank(geometry).to_bytes();
        put("atr", name, &image)?;
        put("kind", name, &image)?;
    }
    // A header and 8K, with a byte in front that says which control address is touched.
    for (kind, kilobytes) in [(1_u8, 8), (2, 16), (8, 32), (21, 8), (15, 40)] {
        let rom = vec![0xEA; kilobytes * 1024];
        let sum: u32 = rom.iter().map(|&byte| u32::from(byte)).sum();
        let header = [&b"CART"[..], &[0, 0, 0, kind], &sum.to_be_bytes(), &[0; 4]].concat();
        put("cart", &format!("type-{kind}"), &[&[0x01], &header[..], &rom].concat())?;
    }
    let mut machine = Machine::new(&Config { ram: Ram::Kb16, ..Config::new([0xEA; 0x2800].into()) });
    let disk = machine.add_disk(DiskImage::blank(DiskGeometry::SINGLE), false);
    machine.insert_disk(0, Some(disk));
    for frame in 0..3 {
        put("state", &format!("frame-{frame}"), &machine.save()[STATE_HEADER..])?;
        machine.run_frame();
    }
    put("script", "all", SCRIPT.as_bytes())?;
    put("reply", "all", br#"{"orders":{"4":"NESWNESW","8":"","52":"N"}}"#)?;
    put("reply", "wrong", br#"{"orders":{"5":"N","7":"X","99":"N"},"more":1}"#)?;
    put("orders", "all", ORDERS.as_bytes())?;
    for target in ["source", "format"] {
        put(target, "all", SOURCE.as_bytes())?;
    }
    put("expression", "all", EXPRESSION.as_bytes())?;
    put("command", "all", COMMANDS.as_bytes())?;
    put("labels", "all", LABELS.as_bytes())?;
    put("labels", "cc65", include_bytes!("../tests/data/cc65/blink.dbg"))?;
    put("labels", "listing", LISTING.as_bytes())?;
    for (n, path) in (0_u8..).zip(SOURCES.into_iter().chain(["fonts/encounter.txt"])) {
        let text = sources.read(path).expect("a file");
        put("assets", &path.replace('/', "-"), &[&[n], &text[..]].concat())?;
    }
    Ok(())
}
