//! The vectors: every clock of every instruction, of interrupts and of RDY, as the netlist has them.

use super::pins::{Clock, Low, PinBus};
use flate2::read::GzDecoder;
use front800::cpu::Cpu;
use serde_json::Value;
use std::path::PathBuf;

/// What of a vector is compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compare {
    Everything,
    /// ANE and LXA: the constant in their result differs between chips.
    BusOnly,
}

fn load(name: &str) -> Option<Vec<Value>> {
    let path = std::env::var_os("FRONT800_SHARED").map(PathBuf::from)?;
    let file = std::fs::File::open(path.join("cpu-vectors").join(format!("{name}.json.gz"))).ok()?;
    let cases = serde_json::from_reader(std::io::BufReader::new(GzDecoder::new(file)));
    Some(cases.expect("the file holds an array of cases"))
}

fn check_file(name: &str, compare: Compare) {
    let Some(cases) = load(name) else {
        println!("skipped: no cpu-vectors/{name}.json.gz under FRONT800_SHARED");
        return;
    };
    assert!(!cases.is_empty());
    let failures: Vec<String> = cases.iter().filter_map(|case| check(case, compare).err()).collect();
    let shown = failures.iter().take(5).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(failures.is_empty(), "{} of {} cases fail:\n{shown}", failures.len(), cases.len());
}

fn check(case: &Value, compare: Compare) -> Result<(), String> {
    let name = &case["name"];
    let mut bus = PinBus::new();
    fill(&mut bus.ram, &case["initial"]["ram"]);
    bus.schedule = schedule(&case["pins"]);
    let expected_log: Vec<Clock> = list(&case["cycles"]).iter().map(clock).collect();
    let mut cpu = cpu(&case["initial"]);
    while bus.log.len() < expected_log.len() {
        bus.step(&mut cpu);
    }
    if bus.log != expected_log {
        return Err(format!("{name}: clocks\n{:02X?}\ninstead of\n{expected_log:02X?}", bus.log));
    }
    for (what, clocks) in [("sync", &bus.sync), ("taken", &bus.taken)] {
        if let Some(expected) = case.get(what)
            && *clocks != indices(expected)
        {
            return Err(format!("{name}: {what} {clocks:?} instead of {expected}"));
        }
    }
    if compare == Compare::BusOnly {
        return Ok(());
    }
    let expected = self::cpu(&case["final"]);
    cpu.interrupt_due = false;
    if cpu != expected {
        return Err(format!("{name}: {cpu:02X?}\ninstead of\n{expected:02X?}"));
    }
    let mut ram = bus.ram.clone();
    fill(&mut ram, &case["final"]["ram"]);
    if ram != bus.ram {
        return Err(format!("{name}: memory differs"));
    }
    Ok(())
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn number(value: &Value) -> u16 {
    value.as_u64().and_then(|n| u16::try_from(n).ok()).expect("a number of 16 bits")
}

fn byte(value: &Value) -> u8 {
    u8::try_from(number(value)).expect("a byte")
}

fn indices(value: &Value) -> Vec<usize> {
    list(value).iter().map(|n| usize::from(number(n))).collect()
}

fn fill(ram: &mut [u8], cells: &Value) {
    for cell in list(cells) {
        ram[usize::from(number(&cell[0]))] = byte(&cell[1]);
    }
}

fn clock(entry: &Value) -> Clock {
    Clock { address: number(&entry[0]), value: byte(&entry[1]), write: entry[2] == "write" }
}

fn cpu(state: &Value) -> Cpu {
    Cpu {
        pc: number(&state["pc"]),
        a: byte(&state["a"]),
        x: byte(&state["x"]),
        y: byte(&state["y"]),
        s: byte(&state["s"]),
        p: byte(&state["p"]),
        reset_due: false,
        ..Cpu::new()
    }
}

fn schedule(events: &Value) -> Vec<(usize, Low)> {
    let mut low = Low::default();
    let mut schedule = Vec::new();
    for event in list(events) {
        let level_low = number(&event[2]) == 0;
        match event[1].as_str() {
            Some("irq") => low.irq = level_low,
            Some("nmi") => low.nmi = level_low,
            Some("rdy") => low.rdy = level_low,
            _ => panic!("a pin without a name: {event}"),
        }
        schedule.push((usize::from(number(&event[0])), low));
    }
    schedule
}

#[test]
fn vectors_interrupts() {
    check_file("interrupts", Compare::Everything);
}

#[test]
fn vectors_rdy() {
    let Some(cases) = load("rdy") else {
        println!("skipped: no cpu-vectors/rdy.json.gz under FRONT800_SHARED");
        return;
    };
    for case in &cases {
        // Random programs may hold any opcode; the others name theirs in the first words.
        let name = case["name"].as_str().unwrap_or_default();
        let unstable = ["8b", "ab"].iter().any(|code| name.split(' ').nth(1) == Some(code));
        let compare = if unstable { Compare::BusOnly } else { Compare::Everything };
        if let Err(failure) = check(case, compare) {
            panic!("{failure}");
        }
    }
}

macro_rules! opcode_files {
    ($compare:expr; $($test:ident $file:literal),* $(,)?) => {
        $(#[test]
        fn $test() {
            check_file($file, $compare);
        })*
    };
}

opcode_files! { Compare::BusOnly; vectors_8b "8b", vectors_ab "ab" }

// KIL has no file.
opcode_files! { Compare::Everything;
    vectors_00 "00", vectors_01 "01", vectors_03 "03", vectors_04 "04",
    vectors_05 "05", vectors_06 "06", vectors_07 "07", vectors_08 "08",
    vectors_09 "09", vectors_0a "0a", vectors_0b "0b", vectors_0c "0c",
    vectors_0d "0d", vectors_0e "0e", vectors_0f "0f",
    vectors_10 "10", vectors_11 "11", vectors_13 "13", vectors_14 "14",
    vectors_15 "15", vectors_16 "16", vectors_17 "17", vectors_18 "18",
    vectors_19 "19", vectors_1a "1a", vectors_1b "1b", vectors_1c "1c",
    vectors_1d "1d", vectors_1e "1e", vectors_1f "1f",
    vectors_20 "20", vectors_21 "21", vectors_23 "23", vectors_24 "24",
    vectors_25 "25", vectors_26 "26", vectors_27 "27", vectors_28 "28",
    vectors_29 "29", vectors_2a "2a", vectors_2b "2b", vectors_2c "2c",
    vectors_2d "2d", vectors_2e "2e", vectors_2f "2f",
    vectors_30 "30", vectors_31 "31", vectors_33 "33", vectors_34 "34",
    vectors_35 "35", vectors_36 "36", vectors_37 "37", vectors_38 "38",
    vectors_39 "39", vectors_3a "3a", vectors_3b "3b", vectors_3c "3c",
    vectors_3d "3d", vectors_3e "3e", vectors_3f "3f",
    vectors_40 "40", vectors_41 "41", vectors_43 "43", vectors_44 "44",
    vectors_45 "45", vectors_46 "46", vectors_47 "47", vectors_48 "48",
    vectors_49 "49", vectors_4a "4a", vectors_4b "4b", vectors_4c "4c",
    vectors_4d "4d", vectors_4e "4e", vectors_4f "4f",
    vectors_50 "50", vectors_51 "51", vectors_53 "53", vectors_54 "54",
    vectors_55 "55", vectors_56 "56", vectors_57 "57", vectors_58 "58",
    vectors_59 "59", vectors_5a "5a", vectors_5b "5b", vectors_5c "5c",
    vectors_5d "5d", vectors_5e "5e", vectors_5f "5f",
    vectors_60 "60", vectors_61 "61", vectors_63 "63", vectors_64 "64",
    vectors_65 "65", vectors_66 "66", vectors_67 "67", vectors_68 "68",
    vectors_69 "69", vectors_6a "6a", vectors_6b "6b", vectors_6c "6c",
    vectors_6d "6d", vectors_6e "6e", vectors_6f "6f",
    vectors_70 "70", vectors_71 "71", vectors_73 "73", vectors_74 "74",
    vectors_75 "75", vectors_76 "76", vectors_77 "77", vectors_78 "78",
    vectors_79 "79", vectors_7a "7a", vectors_7b "7b", vectors_7c "7c",
    vectors_7d "7d", vectors_7e "7e", vectors_7f "7f",
    vectors_80 "80", vectors_81 "81", vectors_82 "82", vectors_83 "83",
    vectors_84 "84", vectors_85 "85", vectors_86 "86", vectors_87 "87",
    vectors_88 "88", vectors_89 "89", vectors_8a "8a", vectors_8c "8c",
    vectors_8d "8d", vectors_8e "8e", vectors_8f "8f",
    vectors_90 "90", vectors_91 "91", vectors_93 "93", vectors_94 "94",
    vectors_95 "95", vectors_96 "96", vectors_97 "97", vectors_98 "98",
    vectors_99 "99", vectors_9a "9a", vectors_9b "9b", vectors_9c "9c",
    vectors_9d "9d", vectors_9e "9e", vectors_9f "9f",
    vectors_a0 "a0", vectors_a1 "a1", vectors_a2 "a2", vectors_a3 "a3",
    vectors_a4 "a4", vectors_a5 "a5", vectors_a6 "a6", vectors_a7 "a7",
    vectors_a8 "a8", vectors_a9 "a9", vectors_aa "aa", vectors_ac "ac",
    vectors_ad "ad", vectors_ae "ae", vectors_af "af",
    vectors_b0 "b0", vectors_b1 "b1", vectors_b3 "b3", vectors_b4 "b4",
    vectors_b5 "b5", vectors_b6 "b6", vectors_b7 "b7", vectors_b8 "b8",
    vectors_b9 "b9", vectors_ba "ba", vectors_bb "bb", vectors_bc "bc",
    vectors_bd "bd", vectors_be "be", vectors_bf "bf",
    vectors_c0 "c0", vectors_c1 "c1", vectors_c2 "c2", vectors_c3 "c3",
    vectors_c4 "c4", vectors_c5 "c5", vectors_c6 "c6", vectors_c7 "c7",
    vectors_c8 "c8", vectors_c9 "c9", vectors_ca "ca", vectors_cb "cb",
    vectors_cc "cc", vectors_cd "cd", vectors_ce "ce", vectors_cf "cf",
    vectors_d0 "d0", vectors_d1 "d1", vectors_d3 "d3", vectors_d4 "d4",
    vectors_d5 "d5", vectors_d6 "d6", vectors_d7 "d7", vectors_d8 "d8",
    vectors_d9 "d9", vectors_da "da", vectors_db "db", vectors_dc "dc",
    vectors_dd "dd", vectors_de "de", vectors_df "df",
    vectors_e0 "e0", vectors_e1 "e1", vectors_e2 "e2", vectors_e3 "e3",
    vectors_e4 "e4", vectors_e5 "e5", vectors_e6 "e6", vectors_e7 "e7",
    vectors_e8 "e8", vectors_e9 "e9", vectors_ea "ea", vectors_eb "eb",
    vectors_ec "ec", vectors_ed "ed", vectors_ee "ee", vectors_ef "ef",
    vectors_f0 "f0", vectors_f1 "f1", vectors_f3 "f3", vectors_f4 "f4",
    vectors_f5 "f5", vectors_f6 "f6", vectors_f7 "f7", vectors_f8 "f8",
    vectors_f9 "f9", vectors_fa "fa", vectors_fb "fb", vectors_fc "fc",
    vectors_fd "fd", vectors_fe "fe", vectors_ff "ff",
}
