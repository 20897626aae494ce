//! Multiply, divide: exact, then cut off after five base-100 digits. Add, subtract: the smaller number is cut off first,
//! one such digit later.

use super::*;

fn sum(a: Bytes, b: Bytes) -> Option<Bytes> {
    let ((negative_a, coefficient_a, scale_a), (negative_b, coefficient_b, scale_b)) = (parts(a), parts(b));
    if coefficient_a == 0 || coefficient_b == 0 {
        return Some(if coefficient_a == 0 { b } else { a });
    }
    if scale_a < scale_b {
        return sum(b, a);
    }
    let distance = scale_a - scale_b;
    if distance >= DIGITS {
        return Some(a);
    }
    let signed =
        |negative, coefficient: u128| if negative { -(coefficient as i128) } else { coefficient as i128 };
    let smaller = coefficient_b * 100 / 100_u128.pow(distance as u32);
    let sum = signed(negative_a, coefficient_a * 100) + signed(negative_b, smaller);
    truncated(sum < 0, sum.unsigned_abs(), scale_a - 1)
}

fn negated(mut a: Bytes) -> Bytes {
    if a != ZERO {
        a[0] ^= 0x80;
    }
    a
}

fn product(a: Bytes, b: Bytes) -> Option<Bytes> {
    let ((negative_a, a, scale_a), (negative_b, b, scale_b)) = (parts(a), parts(b));
    truncated(negative_a != negative_b, a * b, scale_a + scale_b)
}

fn quotient(a: Bytes, b: Bytes) -> Option<Bytes> {
    let ((negative_a, a, scale_a), (negative_b, b, scale_b)) = (parts(a), parts(b));
    let digits = a * 100_u128.pow(12);
    truncated(negative_a != negative_b, digits.checked_div(b)?, scale_a - scale_b - 12)
}

/// Holds `entry` against `exact` for random operands.
fn check(entry: u16, seed: u64, exact: impl Fn(Bytes, Bytes) -> Option<Bytes>) {
    let mut rng = random(seed);
    let operands: Vec<_> = (0..operations()).map(|_| (any_number(&mut rng), any_number(&mut rng))).collect();
    for ((a, b), result) in operands.iter().zip(run(entry, &operands)) {
        assert_eq!(result, exact(*a, *b), "{} and {}: {a:02X?}, {b:02X?}", value(*a), value(*b));
    }
}

#[test]
fn sums_are_cut_off_after_a_guard() {
    check(FADD, 1, sum);
}

#[test]
fn differences_are_cut_off_after_a_guard() {
    check(FSUB, 2, |a, b| sum(a, negated(b)));
}

#[test]
fn products_are_exact_and_cut_off() {
    check(FMUL, 3, product);
}

#[test]
fn quotients_are_exact_and_cut_off() {
    check(FDIV, 4, quotient);
}

/// Two numbers that differ in few digits, or by few places.
#[test]
fn differences_of_neighbours_lose_no_digit() {
    let mut rng = random(5);
    let pairs: Vec<_> = (0..operations())
        .map(|_| {
            let a = any_number(&mut rng);
            let mut b = a;
            let at = rng.random_range(0..6);
            b[at] = match at {
                0 => b[0].clamp(0x10, 0x6F) + 1,
                _ => rng.random_range(1..10),
            };
            if a == ZERO { (a, a) } else { (a, b) }
        })
        .collect();
    for ((a, b), result) in pairs.iter().zip(run(FSUB, &pairs)) {
        assert_eq!(result, sum(*a, negated(*b)), "{a:02X?} - {b:02X?}");
    }
}

#[test]
fn known_results() {
    for (entry, a, b, expected) in [
        (FADD, "1", "1", "2"),
        (FADD, "99.99999999", "0.00000001", "100"),
        (FADD, "9999999999", "1", "10000000000"),
        (FADD, "12.5", "-12.5", "0"),
        (FSUB, "1", "0.00000001", "0.99999999"),
        (FSUB, "1", "0.000000009", "1"),
        (FSUB, "1", "1E-50", "1"),
        (FSUB, "1E10", "0.001", "1E10"),
        (FADD, "-1E20", "1E-20", "-1E20"),
        (FADD, "1", "1E-50", "1"),
        (FSUB, "0", "5", "-5"),
        (FMUL, "-3", "7", "-21"),
        (FMUL, "1E-50", "1E-50", "0"),
        (FMUL, "0", "-5", "0"),
        (FDIV, "1", "3", "0.3333333333"),
        (FDIV, "2", "-3", "-0.6666666666"),
        (FDIV, "10", "3", "3.33333333"),
        (FDIV, "0", "3", "0"),
        (FDIV, "9999999999", "9999999999", "1"),
    ] {
        let result = one(entry, number(a), number(b));
        assert_eq!(result, Some(number(expected)), "${entry:04X} {a} {b}");
    }
}

#[test]
fn what_is_too_large_is_told() {
    let largest = number("9.999999999E97");
    for (entry, a, b) in [
        (FADD, largest, largest),
        (FADD, largest, number("1E89")),
        (FSUB, negated(largest), largest),
        (FMUL, largest, number("1.1")),
        (FMUL, largest, largest),
        (FDIV, largest, number("1E-98")),
        (FDIV, number("1"), ZERO),
        (FDIV, ZERO, ZERO),
    ] {
        assert_eq!(one(entry, a, b), None, "${entry:04X} {a:02X?} {b:02X?}");
    }
    assert_eq!(one(FADD, largest, number("1E87")), Some(largest));
}
