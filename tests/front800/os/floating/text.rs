//! Between numbers, text and integers.

use super::*;

/// Reads `text`: the number and how many characters it took, or `None` for an error.
fn read(computer: &mut Computer, text: &str) -> Option<(Bytes, u8)> {
    computer.poke_all(0x0480, text.as_bytes());
    computer.poke(0x0480 + text.len() as u16, 0x9B);
    computer.poke_word(INBUFF, 0x0480);
    computer.poke(CIX, 0);
    let returned = computer.call(AFP, 0, 0, 0);
    (!returned.carry).then(|| (fr0(computer), computer.peek(CIX)))
}

fn fr0(computer: &mut Computer) -> Bytes {
    computer.bytes(FR0, 6).try_into().expect("six bytes")
}

/// What FASC writes.
fn written(computer: &mut Computer, bytes: Bytes) -> String {
    computer.poke_all(FR0, &bytes);
    computer.call(FASC, 0, 0, 0);
    let mut at = computer.word(INBUFF);
    assert_eq!(at, LBUFF);
    let mut text = String::new();
    loop {
        let byte = computer.peek(at);
        text.push(char::from(byte & 0x7F));
        if byte & 0x80 != 0 {
            return text;
        }
        at += 1;
        assert!(text.len() < 20, "no end: {text}");
    }
}

/// What FASC should write.
fn expected(bytes: Bytes) -> String {
    let (negative, coefficient, scale) = parts(bytes);
    if coefficient == 0 {
        return "0".to_string();
    }
    let digits = coefficient.to_string();
    let point = digits.len() as i32 + 2 * scale; // digits before the point
    let exponent = scale + 4;
    let plain = |point: i32| {
        let (whole, fraction) = match point {
            ..=0 => ("0".to_string(), format!("{}{digits}", "0".repeat(-point as usize))),
            _ => (digits[..point as usize].to_string(), digits[point as usize..].to_string()),
        };
        let fraction = fraction.trim_end_matches('0');
        if fraction.is_empty() { whole } else { format!("{whole}.{fraction}") }
    };
    let sign = if negative { "-" } else { "" };
    if let -1..=4 = exponent {
        return format!("{sign}{}", plain(point));
    }
    let mut mantissa = plain(1);
    if mantissa.len() == 1 && digits.len() == 10 {
        mantissa += ".0"; // the second digit of the first byte
    }
    let (of_ten, power) = if point > 0 { ('+', point - 1) } else { ('-', 1 - point) };
    format!("{sign}{mantissa}E{of_ten}{power:02}")
}

#[test]
fn numbers_are_written_as_basic_shows_them() {
    let mut computer = Computer::started();
    for (text, shown) in [
        ("0", "0"),
        ("7", "7"),
        ("-7", "-7"),
        ("10", "10"),
        ("0.1", "0.1"),
        ("0.01", "0.01"),
        ("0.05", "0.05"),
        ("0.001", "1.0E-03"),
        ("0.0009", "9E-04"),
        ("0.00101", "1.01E-03"),
        ("-0.00123", "-1.23E-03"),
        ("123.456", "123.456"),
        ("1234567890", "1234567890"),
        ("9999999999", "9999999999"),
        ("10000000000", "1E+10"),
        ("-300000000000", "-3.0E+11"),
        ("123456789000", "1.23456789E+11"),
        ("1E97", "1.0E+97"),
        ("1E-98", "1E-98"),
        ("9.999999999E97", "9.999999999E+97"),
    ] {
        assert_eq!(written(&mut computer, number(text)), shown);
    }
}

#[test]
fn what_is_written_is_read_as_the_same_number() {
    let mut rng = random(10);
    let mut computer = Computer::started();
    for _ in 0..operations() {
        let bytes = any_number(&mut rng);
        let text = written(&mut computer, bytes);
        assert_eq!(text, expected(bytes), "{bytes:02X?}");
        assert_eq!(read(&mut computer, &text), Some((bytes, text.len() as u8)), "{text}");
    }
}

/// A number written as a person may write it, and its value.
fn any_text(rng: &mut ChaCha8Rng) -> (String, Option<Bytes>) {
    let digits = |rng: &mut ChaCha8Rng, most| -> String {
        (0..rng.random_range(0..=most)).map(|_| char::from(rng.random_range(b'0'..=b'9'))).collect()
    };
    let sign = ["", "", "+", "-"][rng.random_range(0..4)];
    let zeros = "0".repeat(rng.random_range(0..3) * rng.random_range(0..20));
    let (whole, fraction) = (digits(rng, 15), format!("{zeros}{}", digits(rng, 15)));
    let whole = if whole.is_empty() && fraction.is_empty() { "0".to_string() } else { whole };
    let point = if fraction.is_empty() { ["", "."][rng.random_range(0..2)] } else { "." };
    let power = rng.random_range(-99..=99);
    let (exponent, power) = match rng.random_range(0..3) {
        0 => (String::new(), 0),
        1 => (format!("E{power}"), power),
        _ => (format!("E{power:+03}"), power),
    };
    let text = format!("{sign}{whole}{point}{fraction}{exponent}");
    // Beyond ten digits nothing matters: keep eleven, as a number of u128.
    let all = format!("{whole}{fraction}");
    let significant = all.trim_start_matches('0');
    let kept = &significant[..significant.len().min(30)];
    let power = power - fraction.len() as i32 + (significant.len() - kept.len()) as i32;
    let shift = power.rem_euclid(2);
    let coefficient = kept.parse().unwrap_or(0_u128) * 10_u128.pow(shift as u32);
    (text, truncated(sign == "-", coefficient, (power - shift) / 2))
}

#[test]
fn any_way_of_writing_a_number_is_read() {
    let mut rng = random(11);
    let mut computer = Computer::started();
    for _ in 0..operations() {
        let (text, expected) = any_text(&mut rng);
        let expected = expected.map(|bytes| (bytes, text.len() as u8));
        assert_eq!(read(&mut computer, &text), expected, "{text}");
    }
}

#[test]
fn zeros_may_be_many() {
    let mut computer = Computer::started();
    for count in (0..250).step_by(7).chain(96..99).chain(120..170) {
        let zeros = "0".repeat(count);
        let large = (count < 98).then(|| number(&format!("1E{count}")));
        assert_eq!(read(&mut computer, &format!("1{zeros}")).map(|it| it.0), large, "1 and {count} zeros");
        let small = if count < 98 { number(&format!("1E-{}", count + 1)) } else { ZERO };
        let read = read(&mut computer, &format!(".{zeros}1")).map(|it| it.0);
        assert_eq!(read, Some(small), ". and {count} zeros");
    }
}

#[test]
fn an_exponent_counts_behind_many_zeros() {
    let mut computer = Computer::started();
    for count in (0..250).step_by(7).chain(120..160).chain([243, 244, 248]) {
        let zeros = "0".repeat(count);
        for exponent in [99, 50, 1, 0, -1, -50, -98, -99] {
            for (text, power) in [
                (format!("1{zeros}E{exponent}"), count as i32 + exponent),
                (format!(".{zeros}1E{exponent}"), exponent - 1 - count as i32),
            ] {
                let expected = match power {
                    98.. => None,
                    -98.. => Some(number(&format!("1E{power}"))),
                    _ => Some(ZERO),
                };
                let expected = expected.map(|number| (number, text.len() as u8));
                assert_eq!(read(&mut computer, &text), expected, "{text}");
            }
        }
    }
    assert_eq!(read(&mut computer, "5E-0"), Some((number("5"), 4)));
}

#[test]
fn reading_stops_where_the_number_ends() {
    let mut computer = Computer::started();
    for (text, value, length) in [
        ("   12,", "12", 5),
        ("1.5.5", "1.5", 3),
        ("3EGGS", "3", 1),
        ("3E+", "3", 1),
        ("3E-X", "3", 1),
        ("2E5A", "2E5", 3),
        ("1E123", "1E12", 4),
        (".5", "0.5", 2),
        ("5.", "5", 2),
        ("-.25:", "-0.25", 4),
        ("007", "7", 3),
        ("1-1", "1", 1),
    ] {
        assert_eq!(read(&mut computer, text), Some((number(value), length)), "{text}");
    }
    for text in ["", "X", ".", "-", "+.", "E5", "1E98", "99999E95"] {
        assert_eq!(read(&mut computer, text), None, "{text}");
    }
}

#[test]
fn every_integer_becomes_a_number_and_comes_back() {
    let integers: Vec<_> =
        (0..=0xFFFF_u16).map(|n| ([n as u8, (n >> 8) as u8, 0x99, 0x99, 0x99, 0x99], ZERO)).collect();
    let numbers = run(0xD9AA, &integers);
    for (n, result) in numbers.iter().enumerate() {
        assert_eq!(*result, truncated(false, n as u128, 0), "{n}");
    }
    let back: Vec<_> = numbers.iter().map(|number| (number.expect("no error"), ZERO)).collect();
    for (n, result) in run(0xD9D2, &back).iter().enumerate() {
        let result = result.expect("no error");
        assert_eq!(usize::from(u16::from_le_bytes([result[0], result[1]])), n);
    }
}

#[test]
fn integers_are_rounded() {
    let mut rng = random(12);
    let numbers: Vec<_> = (0..operations())
        .map(|_| match rng.random_range(0..3) {
            0 => any_number(&mut rng),
            1 => truncated(false, rng.random_range(0..7_000_000_000_000), -4).expect("in range"),
            _ => truncated(false, rng.random_range(1..140_000) * 50 - 1, -1).unwrap_or(ZERO),
        })
        .map(|bytes| (bytes, ZERO))
        .collect();
    for ((bytes, _), result) in numbers.iter().zip(run(0xD9D2, &numbers)) {
        let rounded = (value(*bytes) + 0.5).floor();
        let negative = bytes[0] & 0x80 != 0;
        let expected = (!negative && rounded < 65536.0).then_some(rounded as u16);
        let result = result.map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]]));
        assert_eq!(result, expected, "{}", value(*bytes));
    }
}
