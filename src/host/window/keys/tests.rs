use super::*;
use crate::machine::Keyboard;

fn key(code: u8, shift: bool, ctrl: bool) -> Keyboard {
    Keyboard { down: 1 << code, shift, ctrl, brk: false }
}

/// Types `text` with a key, as SDL reports it.
fn type_key(keys: &mut Keys, scancode: Scancode, mods: Mod, text: &str) {
    assert_eq!(keys.down(scancode, None, mods, false), None);
    keys.text(text);
}

fn keyboard_of(text: &str, mods: Mod) -> Keyboard {
    let mut keys = Keys::new();
    type_key(&mut keys, Scancode::A, mods, text);
    keys.wanted().keyboard
}

#[test]
fn characters_are_typed_by_meaning_whatever_the_host_holds_for_them() {
    assert_eq!(keyboard_of("a", Mod::NOMOD), key(0x3F, false, false));
    assert_eq!(keyboard_of("A", Mod::LSHIFTMOD), key(0x3F, true, false));
    // SHIFT+2 on some layouts, SHIFT+8 on the 800.
    assert_eq!(keyboard_of("@", Mod::LSHIFTMOD), key(0x35, true, false));
    // SHIFT+8 on most layouts, a key of its own on the 800.
    assert_eq!(keyboard_of("*", Mod::LSHIFTMOD), key(0x07, false, false));
    assert_eq!(keyboard_of("<", Mod::LSHIFTMOD), key(0x36, false, false));
    // Without SHIFT on most layouts.
    assert_eq!(keyboard_of("'", Mod::NOMOD), key(0x33, true, false));
    assert_eq!(keyboard_of("[", Mod::NOMOD), key(0x20, true, false));
    assert_eq!(keyboard_of("`", Mod::NOMOD), key(0x27, false, false));
    assert_eq!(keyboard_of("ä", Mod::NOMOD), Keyboard::default());
}

#[test]
fn the_hosts_caps_lock_does_not_press_shift() {
    assert_eq!(keyboard_of("A", Mod::CAPSMOD), key(0x3F, false, false));
}

#[test]
fn control_with_a_character_is_control_on_the_800() {
    let mut keys = Keys::new();
    keys.down(Scancode::C, Some(Keycode::C), Mod::LCTRLMOD, false);
    assert_eq!(keys.wanted().keyboard, key(0x12, false, true));
}

#[test]
fn a_command_is_not_typed() {
    let mut keys = Keys::new();
    assert_eq!(keys.down(Scancode::S, Some(Keycode::S), Mod::LALTMOD, false), Some(Command::ShowSpeed));
    keys.text("s");
    assert_eq!(keys.wanted(), Wanted::default());
    assert_eq!(keys.down(Scancode::F5, Some(Keycode::F5), Mod::NOMOD, false), Some(Command::Reset));
    assert_eq!(keys.down(Scancode::F5, Some(Keycode::F5), Mod::RSHIFTMOD, false), Some(Command::ColdStart));
}

#[test]
fn console_keys_and_break_are_held_as_long_as_the_host_key() {
    let mut keys = Keys::new();
    keys.down(Scancode::F4, Some(Keycode::F4), Mod::NOMOD, false);
    keys.down(Scancode::F2, Some(Keycode::F2), Mod::NOMOD, false);
    keys.down(Scancode::F7, Some(Keycode::F7), Mod::NOMOD, false);
    for _ in 0..100 {
        keys.frame_done();
    }
    let wanted = keys.wanted();
    assert_eq!(wanted.console, Console { start: true, select: false, option: true });
    assert!(wanted.keyboard.brk);
    keys.up(Scancode::F4, Mod::NOMOD);
    assert_eq!(keys.wanted().console, Console { start: false, select: false, option: true });
}

#[test]
fn a_stroke_shorter_than_a_frame_is_still_seen() {
    let mut keys = Keys::new();
    keys.down(Scancode::F4, Some(Keycode::F4), Mod::NOMOD, false);
    keys.up(Scancode::F4, Mod::NOMOD);
    assert!(keys.wanted().console.start);
    keys.frame_done();
    assert!(keys.wanted().console.start);
    keys.frame_done();
    assert!(!keys.wanted().console.start);
}

/// The codes of pressed keys, frame by frame.
fn frames(keys: &mut Keys, count: usize) -> Vec<u64> {
    (0..count)
        .map(|_| {
            let down = keys.wanted().keyboard.down;
            keys.frame_done();
            down
        })
        .collect()
}

#[test]
fn fast_typing_is_shown_stroke_by_stroke() {
    let mut keys = Keys::new();
    for (scancode, text) in [(Scancode::A, "a"), (Scancode::B, "b")] {
        type_key(&mut keys, scancode, Mod::NOMOD, text);
        keys.up(scancode, Mod::NOMOD);
    }
    let (a, b) = (1 << 0x3F, 1 << 0x15);
    assert_eq!(frames(&mut keys, 6), [a, a, 0, b, b, 0]);
}

#[test]
fn the_same_key_twice_is_two_strokes() {
    let mut keys = Keys::new();
    for _ in 0..2 {
        type_key(&mut keys, Scancode::A, Mod::NOMOD, "a");
        keys.up(Scancode::A, Mod::NOMOD);
    }
    let a = 1 << 0x3F;
    assert_eq!(frames(&mut keys, 10), [a, a, 0, 0, 0, 0, 0, a, a, 0]);
}

#[test]
fn keys_held_together_are_down_together() {
    let mut keys = Keys::new();
    type_key(&mut keys, Scancode::A, Mod::NOMOD, "a");
    type_key(&mut keys, Scancode::B, Mod::NOMOD, "b");
    assert_eq!(keys.wanted().keyboard.down, 1 << 0x3F | 1 << 0x15);
}

#[test]
fn the_hosts_key_repeat_is_left_to_the_800() {
    let mut keys = Keys::new();
    type_key(&mut keys, Scancode::A, Mod::NOMOD, "a");
    frames(&mut keys, 5);
    keys.down(Scancode::A, Some(Keycode::A), Mod::NOMOD, true);
    keys.text("a");
    keys.up(Scancode::A, Mod::NOMOD);
    assert_eq!(keys.wanted(), Wanted::default());
}

#[test]
fn text_of_an_input_method_is_tapped() {
    let mut keys = Keys::new();
    keys.text("ok");
    let (o, k) = (1 << 0x08, 1 << 0x05);
    assert_eq!(frames(&mut keys, 6), [o, o, 0, k, k, 0]);
}

#[test]
fn arrows_are_the_stick_with_control_as_its_button_until_switched() {
    let mut keys = Keys::new();
    keys.down(Scancode::Up, Some(Keycode::UP), Mod::NOMOD, false);
    keys.down(Scancode::Right, Some(Keycode::RIGHT), Mod::NOMOD, false);
    keys.down(Scancode::LCtrl, Some(Keycode::LCTRL), Mod::LCTRLMOD, false);
    let expected = Stick { up: true, right: true, fire: true, ..Stick::default() };
    assert_eq!(keys.wanted(), Wanted { stick: expected, ..Wanted::default() });
    keys.switch_arrows();
    assert_eq!(keys.wanted(), Wanted::default());
    keys.down(Scancode::Up, Some(Keycode::UP), Mod::NOMOD, false);
    assert_eq!(keys.wanted(), Wanted { keyboard: key(0x0E, false, true), ..Wanted::default() });
    keys.down(Scancode::Kp0, Some(Keycode::KP_0), Mod::NOMOD, false);
    keys.text("0");
    assert!(keys.wanted().stick.fire);
}

#[test]
fn losing_the_window_releases_everything() {
    let mut keys = Keys::new();
    type_key(&mut keys, Scancode::A, Mod::LSHIFTMOD, "A");
    keys.down(Scancode::F12, Some(Keycode::F12), Mod::NOMOD, false);
    assert!(keys.wanted().turbo);
    keys.release_all();
    assert_eq!(keys.wanted(), Wanted::default());
}

#[test]
fn shift_alone_is_seen_by_the_machine() {
    let mut keys = Keys::new();
    keys.down(Scancode::LShift, Some(Keycode::LSHIFT), Mod::LSHIFTMOD, false);
    assert!(keys.wanted().keyboard.shift);
    keys.up(Scancode::LShift, Mod::NOMOD);
    assert!(!keys.wanted().keyboard.shift);
}

#[test]
fn the_space_bar_is_plain_while_control_is_the_button() {
    let mut keys = Keys::new();
    keys.down(Scancode::LCtrl, Some(Keycode::LCTRL), Mod::LCTRLMOD, false);
    keys.down(Scancode::Space, Some(Keycode::SPACE), Mod::LCTRLMOD, false);
    keys.text(" ");
    assert_eq!(keys.wanted().keyboard, key(0x21, false, false));
    assert!(keys.wanted().stick.fire);
    keys.switch_arrows();
    keys.down(Scancode::Space, Some(Keycode::SPACE), Mod::LCTRLMOD, false);
    assert_eq!(keys.wanted().keyboard, key(0x21, false, true));
}

#[test]
fn what_is_typed_while_the_machine_stands_still_is_forgotten() {
    let mut keys = Keys::new();
    type_key(&mut keys, Scancode::A, Mod::NOMOD, "a");
    keys.up(Scancode::A, Mod::NOMOD);
    type_key(&mut keys, Scancode::B, Mod::NOMOD, "b");
    keys.forget_strokes();
    assert_eq!(keys.wanted().keyboard, key(0x15, false, false));
}

#[test]
fn control_with_a_digit_is_the_digit_on_every_layout() {
    let mut keys = Keys::new();
    keys.down(Scancode::Num1, Some(Keycode::AMPERSAND), Mod::LCTRLMOD, false);
    assert_eq!(keys.wanted().keyboard, key(0x1F, false, true));
}

/// The state of the keyboard after a stroke of a host key that types a text.
fn stroke(scancode: Scancode, keycode: Option<Keycode>, mods: Mod, text: &str) -> Keyboard {
    let mut keys = Keys::new();
    keys.switch_arrows();
    keys.down(scancode, keycode, mods, false);
    keys.text(text);
    keys.wanted().keyboard
}

/// The 800 has 57 typing keys (including SHIFT twice, and CTRL) and BREAK. Each can be pressed alone, with SHIFT and
/// with CTRL, as far as a modern keyboard can express that.
#[test]
fn every_key_of_the_800_has_a_host_key() {
    let typed = "lj;k+*opui-=vcbxz4365 21,.nm/reytwq90780<>fhdgsa";
    let mut codes: Vec<u8> = Vec::new();
    for character in typed.chars() {
        let mut buffer = [0; 4];
        let pressed = stroke(Scancode::A, None, Mod::NOMOD, character.encode_utf8(&mut buffer));
        assert_eq!((pressed.shift, pressed.ctrl), (false, false), "{character}");
        codes.push(pressed.down.trailing_zeros() as u8);
        let keycode = Keycode::from_i32(character as i32);
        if !character.is_ascii_digit() {
            let pressed = stroke(Scancode::A, keycode, Mod::LCTRLMOD, "");
            assert!(pressed.ctrl && pressed.down.count_ones() == 1, "CTRL {character}");
        }
    }
    for (scancode, code) in [
        (Scancode::Space, 0x21),
        (Scancode::Return, 0x0C),
        (Scancode::Escape, 0x1C),
        (Scancode::Tab, 0x2C),
        (Scancode::Backspace, 0x34),
        (Scancode::Delete, 0x34),
        (Scancode::CapsLock, 0x3C),
        (Scancode::End, 0x27),
    ] {
        assert_eq!(stroke(scancode, None, Mod::NOMOD, ""), key(code, false, false));
        assert_eq!(stroke(scancode, None, Mod::LSHIFTMOD, ""), key(code, true, false));
        assert_eq!(stroke(scancode, None, Mod::LCTRLMOD, ""), key(code, false, true));
        codes.push(code);
    }
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), 53, "and SHIFT twice, CTRL and BREAK are the rest");
    for (text, code) in
        [("_", 0x0E), ("|", 0x0F), ("\\", 0x06), ("^", 0x07), ("[", 0x20), ("]", 0x22), ("@", 0x35)]
    {
        assert_eq!(stroke(Scancode::A, None, Mod::LSHIFTMOD, text), key(code, true, false), "{text}");
    }
    assert_eq!(stroke(Scancode::Home, None, Mod::NOMOD, ""), key(0x36, true, false), "CLEAR");
    assert_eq!(stroke(Scancode::Insert, None, Mod::NOMOD, ""), key(0x37, false, true), "INSERT a character");
    assert_eq!(stroke(Scancode::Insert, None, Mod::LSHIFTMOD, ""), key(0x37, true, false), "INSERT a line");
    assert!(stroke(Scancode::F7, None, Mod::NOMOD, "").brk);
}
