//! Exponential, logarithm, polynomials.

use super::*;

const PLYEVL: u16 = 0xDD40;
const EXP: u16 = 0xDDC0;
const EXP10: u16 = 0xDDCC;
const REDRNG: u16 = 0xDE95;
const LOG: u16 = 0xDECD;
const LOG10: u16 = 0xDED1;

/// How far a result may be from the true one: 2E-9 of the larger of 1 and the result. Where a number
/// has no room for that (eight decimal places from 1 to 100, six from 100 on) it is half a unit in the
/// last place, for the rounding, and half of the 2E-9.
fn tolerance(exact: f64) -> f64 {
    let relative = 2e-9 * exact.abs().max(1.0);
    let exponent = (libm::log10(exact.abs()) / 2.0).floor() as i32;
    let half_a_unit = libm::pow(100.0, exponent.saturating_sub(4).into()) / 2.0;
    relative.max(half_a_unit + relative / 2.0)
}

/// Holds `entry` against `exact` for random arguments.
fn check(entry: u16, arguments: &[Bytes], exact: impl Fn(f64) -> f64) {
    let operands: Vec<_> = arguments.iter().map(|&argument| (argument, ZERO)).collect();
    for (argument, result) in arguments.iter().zip(run(entry, &operands)) {
        let exact = exact(value(*argument));
        let result = value(result.unwrap_or_else(|| panic!("error for {}", value(*argument))));
        let error = (result - exact).abs();
        assert!(
            error <= tolerance(exact),
            "${entry:04X}({}) = {result}, not {exact}: off by {error:e}",
            value(*argument)
        );
    }
}

/// Arguments below `limit` in magnitude, small and large.
fn exponents(seed: u64, limit: f64) -> Vec<Bytes> {
    let mut rng = random(seed);
    let numbers = std::iter::repeat_with(|| match rng.random_range(0..3) {
        0 => any_number(&mut rng),
        1 => truncated(rng.random(), rng.random_range(1..10_000_000_000), -5).expect("in range"),
        _ => truncated(rng.random(), rng.random_range(1..300_000_000_000), -4).expect("in range"),
    });
    numbers.filter(|&number| value(number).abs() < limit).take(operations()).collect()
}

#[test]
fn powers_of_e_are_near() {
    check(EXP, &exponents(20, 225.0), libm::exp);
}

#[test]
fn powers_of_ten_are_near() {
    check(EXP10, &exponents(21, 97.9), |x| libm::pow(10.0, x));
}

/// Positive numbers, many of them near 1.
fn positive(seed: u64) -> Vec<Bytes> {
    let mut rng = random(seed);
    let numbers = std::iter::repeat_with(|| match rng.random_range(0..3) {
        0 => any_number(&mut rng),
        1 => truncated(false, rng.random_range(9_000_000_000..12_000_000_000), -5).expect("in range"),
        _ => truncated(false, rng.random_range(1..10_000_000_000_000), -5).expect("in range"),
    });
    let positive = numbers.map(|mut bytes| {
        bytes[0] &= 0x7F;
        bytes
    });
    positive.filter(|&bytes| bytes != ZERO).take(operations()).collect()
}

#[test]
fn natural_logarithms_are_near() {
    check(LOG, &positive(22), libm::log);
}

#[test]
fn decimal_logarithms_are_near() {
    check(LOG10, &positive(23), libm::log10);
}

/// Numbers next to 1 and farther off, as many 10^-10 below it as `below` says.
fn below_1(below: impl Iterator<Item = u128>) -> Vec<Bytes> {
    below.map(|below| truncated(false, 10_000_000_000 - below, -5).expect("in range")).collect()
}

/// What is nearly 1 has a logarithm as small as its distance. Of that the package has all digits: what is
/// cut off in work (a number of five bytes that begins with 01 has nine digits) is 2E-8 of it at most.
#[test]
fn logarithms_of_what_is_nearly_1_are_near_in_proportion() {
    let mut rng = random(25);
    let mut arguments = below_1((1..400).chain([4_399_999_999, 4_400_000_000]));
    arguments.extend(below_1((2..10).flat_map(|digits| {
        let most = 10_u128.pow(digits).min(4_400_000_000);
        (0..operations() / 8).map(|_| rng.random_range(1..most)).collect::<Vec<_>>()
    })));
    arguments.extend((1..400).map(|n| truncated(false, 10_000_000_000 + 100 * n, -5).expect("in range")));
    let operands: Vec<_> = arguments.iter().map(|&argument| (argument, ZERO)).collect();
    for (entry, unit) in [(LOG, 1.0), (LOG10, std::f64::consts::LOG10_E)] {
        for (argument, result) in arguments.iter().zip(run(entry, &operands)) {
            let (_, coefficient, scale) = parts(*argument);
            // The distance from 1, which a difference of two numbers near 1 would not have so exactly.
            let one = 100_i128.pow(scale.unsigned_abs());
            let distance = (coefficient as i128 - one) as f64 / one as f64;
            let exact = libm::log1p(distance) * unit;
            let result = value(result.expect("a logarithm"));
            let error = (result - exact).abs() / exact.abs();
            assert!(error <= 2e-8, "${entry:04X}(1 + {distance:e}) = {result:e}, not {exact:e}");
        }
    }
    assert_eq!(one(LOG10, number("0.9999999999"), ZERO), Some(number("-4.342944819E-11")));
}

#[test]
fn powers_and_logarithms_that_are_whole_are_exact() {
    assert_eq!(one(EXP, ZERO, ZERO), Some(number("1")));
    assert_eq!(one(LOG, number("1"), ZERO), Some(ZERO));
    for power in -98..=97 {
        let (argument, result) = (number(&power.to_string()), number(&format!("1E{power}")));
        assert_eq!(one(EXP10, argument, ZERO), Some(result), "10^{power}");
        assert_eq!(one(LOG10, result, ZERO), Some(argument), "LOG10(1E{power})");
    }
}

#[test]
fn what_has_no_power_or_logarithm_is_told() {
    for argument in ["98", "1000", "1E20", "9.999999999E97"] {
        assert_eq!(one(EXP10, number(argument), ZERO), None, "10^{argument}");
    }
    for argument in ["-98.0001", "-1000", "-1E20", "-9.999999999E97"] {
        assert_eq!(one(EXP10, number(argument), ZERO), Some(ZERO), "10^{argument}");
    }
    assert_eq!(one(EXP, number("225.7"), ZERO), None);
    assert_eq!(one(EXP, number("-225.7"), ZERO), Some(ZERO));
    for argument in ["0", "-1", "-1E-50"] {
        assert_eq!(one(LOG, number(argument), ZERO), None);
        assert_eq!(one(LOG10, number(argument), ZERO), None);
    }
}

/// Evaluates a polynomial at `x` and gives FR0.
fn polynomial(computer: &mut Computer, x: Bytes, terms: u16, count: u8) -> Bytes {
    computer.poke_all(FR0, &x);
    let returned = computer.call(PLYEVL, count, terms as u8, (terms >> 8) as u8);
    assert!(!returned.carry);
    computer.bytes(FR0, 6).try_into().expect("six bytes")
}

#[test]
fn a_polynomial_is_evaluated_from_its_highest_power() {
    let mut computer = Computer::started();
    for (n, term) in ["2", "-3", "0.5"].iter().enumerate() {
        computer.poke_all(0x4000 + 6 * n as u16, &number(term));
    }
    assert_eq!(polynomial(&mut computer, number("4"), 0x4000, 3), number("20.5"));
    assert_eq!(polynomial(&mut computer, number("4"), 0x4000, 1), number("2"));
    assert_eq!(polynomial(&mut computer, ZERO, 0x4000, 3), number("0.5"));
}

/// BASIC's arctangent: the polynomial in the square for arguments below 1, and above it the same of
/// (x-1)/(x+1) and a quarter of pi.
#[test]
fn the_arctangents_constants_serve_basic() {
    let mut computer = Computer::started();
    let constant =
        |computer: &mut Computer, at: u16| -> Bytes { computer.bytes(at, 6).try_into().expect("six bytes") };
    let nearly_1 = constant(&mut computer, 0xDFEA);
    assert!((0.9999..=1.0).contains(&value(nearly_1)));
    assert!((value(constant(&mut computer, 0xDFF0)) - std::f64::consts::FRAC_PI_4).abs() < 1e-10);
    let mut rng = random(24);
    for _ in 0..200 {
        let x = truncated(rng.random(), rng.random_range(0..10_000_000_000), -5).expect("in range");
        let square = one(FMUL, x, x).expect("in range");
        let quotient = polynomial(&mut computer, square, 0xDFAE, 11);
        let result = value(one(FMUL, quotient, x).expect("in range"));
        assert!((result - libm::atan(value(x))).abs() < 2e-9, "atan {} = {result}", value(x));
    }
    for x in ["3", "1", "0.25", "1000"].map(number) {
        computer.poke_all(FR0, &x);
        let returned = computer.call(REDRNG, 0, 0xEA, 0xDF);
        let result: Bytes = computer.bytes(FR0, 6).try_into().expect("six bytes");
        let expected = (value(x) - value(nearly_1)) / (value(x) + value(nearly_1));
        assert!(!returned.carry && (value(result) - expected).abs() < 2e-8, "{}", value(x));
    }
}
