//! The debug adapter: commands at the prompt, and places beyond memory.

use serde_json::{Value, json};

use super::Editor;

#[test]
fn at_the_prompt_only_commands_that_are_taken_are_listed() {
    let mut editor = Editor::at_start();
    let typed = |text: &str| json!({ "expression": text, "context": "repl" });
    let help = editor.ask("evaluate", typed("help"))["result"].clone();
    let help: Value = serde_json::from_str(help.as_str().unwrap()).unwrap();
    let words: Vec<&str> = help["commands"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|line| line.as_str()?.split(' ').next())
        .collect();
    assert!(["print", "dump", "help", "regs"].iter().all(|word| words.contains(word)), "{words:?}");
    for word in ["break", "run", "reverse", "step", "restart", "quit"] {
        assert!(!words.contains(&word), "{words:?}");
        for text in [word.to_string(), format!("{} 1", word.to_uppercase()), format!("help {word}")] {
            editor.refused(
                "evaluate",
                typed(&text),
                &format!("`{word}` is not available here: use the editor's own"),
            );
        }
    }
    let one = editor.ask("evaluate", typed("HELP dump"))["result"].clone();
    assert!(one.as_str().unwrap().contains("dump ADDR LEN"), "{one}");
    editor.refused("evaluate", json!({ "expression": "run" }), "no label or register `run`");
}

#[test]
fn memory_that_begins_before_the_first_address_is_what_of_it_there_is() {
    let mut editor = Editor::at_start();
    let read =
        |offset: i64, count: i64| json!({ "memoryReference": "0x2000", "offset": offset, "count": count });
    let whole = editor.ask("readMemory", read(-0x2000, 3))["data"].clone();
    let cut = editor.ask("readMemory", read(-0x2000 - 13, 16));
    assert_eq!(
        (&cut["address"], &cut["data"], &cut["unreadableBytes"]),
        (&json!("0x0000"), &whole, &Value::Null)
    );
    let none = editor.ask("readMemory", read(-0x2000 - 16, 16));
    assert_eq!((&none["data"], &none["unreadableBytes"]), (&json!(""), &json!(16)));
    let end = editor.ask("readMemory", read(0xDFFE, 5));
    assert_eq!((&end["address"], &end["unreadableBytes"]), (&json!("0xFFFE"), &json!(3)));
}

#[test]
fn no_instruction_lies_beyond_the_last_address() {
    let mut editor = Editor::at_start();
    let at = |reference: &str, offset: i64| json!({ "instructionReference": reference, "offset": offset });
    let all = json!([at("0xFFFE", 2), at("0x0001", -2), at("0x2000", i64::MAX), at("0xFFFE", 1)]);
    let set = editor.ask("setInstructionBreakpoints", json!({ "breakpoints": all }))["breakpoints"].clone();
    for beyond in &set.as_array().unwrap()[..3] {
        assert_eq!(beyond["verified"], false, "{beyond}");
        assert!(beyond["message"].as_str().unwrap().contains("expected 0x0000 to 0xFFFF"), "{beyond}");
    }
    assert_eq!((&set[3]["verified"], &set[3]["instructionReference"]), (&json!(true), &json!("0xFFFF")));
}
