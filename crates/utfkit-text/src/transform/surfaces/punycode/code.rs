//! The algorithm of RFC 3492, with its parameters for domain names.

const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;
const FIRST_BIAS: u32 = 72;
const FIRST: u32 = 0x80;

/// Returns the bias after a character, which was at `delta` among `count` characters.
fn adapt(delta: u32, count: u32, is_first: bool) -> u32 {
    let mut delta = delta / if is_first { DAMP } else { 2 };
    delta += delta / count;
    let mut steps = 0;
    while delta > ((BASE - T_MIN) * T_MAX) / 2 {
        delta /= BASE - T_MIN;
        steps += BASE;
    }
    steps + (BASE - T_MIN + 1) * delta / (delta + SKEW)
}

/// Returns the threshold of the digit with the weight `step`.
fn threshold(step: u32, bias: u32) -> u32 {
    step.saturating_sub(bias).clamp(T_MIN, T_MAX)
}

/// Returns the text of `code`, or `None` if it is ill-formed.
pub(super) fn decode(code: &str) -> Option<String> {
    let (basic, digits) = code.rsplit_once('-').unwrap_or(("", code));
    let mut text: Vec<char> = basic.chars().collect();
    let mut digits = digits.bytes().map(|byte| match byte {
        b'a'..=b'z' => Some(u32::from(byte - b'a')),
        b'A'..=b'Z' => Some(u32::from(byte - b'A')),
        b'0'..=b'9' => Some(u32::from(byte - b'0') + 26),
        _ => None,
    });
    let (mut value, mut at, mut bias) = (FIRST, 0_u32, FIRST_BIAS);
    while digits.len() > 0 {
        let (before, mut weight, mut step) = (at, 1_u32, BASE);
        loop {
            let digit = digits.next()??;
            at = at.checked_add(digit.checked_mul(weight)?)?;
            let threshold = threshold(step, bias);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(BASE - threshold)?;
            step += BASE;
        }
        let count = u32::try_from(text.len()).ok()? + 1;
        bias = adapt(at - before, count, before == 0);
        value = value.checked_add(at / count)?;
        at %= count;
        text.insert(at as usize, char::from_u32(value)?);
        at += 1;
    }
    Some(text.into_iter().collect())
}

/// Returns the code of `text`, or `None` if a number in it is too large.
pub(super) fn encode(text: &str) -> Option<String> {
    let mut code: String = text.chars().filter(char::is_ascii).collect();
    let basic = u32::try_from(code.len()).ok()?;
    if basic > 0 {
        code.push('-');
    }
    let (mut value, mut delta, mut bias, mut done) = (FIRST, 0_u32, FIRST_BIAS, basic);
    while let Some(next) = text.chars().map(u32::from).filter(|&one| one >= value).min() {
        delta = delta.checked_add((next - value).checked_mul(done + 1)?)?;
        value = next;
        for one in text.chars().map(u32::from) {
            if one < value {
                delta = delta.checked_add(1)?;
            }
            if one == value {
                push(delta, bias, &mut code);
                bias = adapt(delta, done + 1, done == basic);
                delta = 0;
                done += 1;
            }
        }
        delta = delta.checked_add(1)?;
        value += 1;
    }
    Some(code)
}

/// Appends the digits of `number`.
fn push(mut number: u32, bias: u32, code: &mut String) {
    let mut digit = |digit: u32| {
        let byte = if digit < 26 { b'a' + digit as u8 } else { b'0' + (digit - 26) as u8 };
        code.push(char::from(byte));
    };
    let mut step = BASE;
    loop {
        let threshold = threshold(step, bias);
        if number < threshold {
            break digit(number);
        }
        digit(threshold + (number - threshold) % (BASE - threshold));
        number = (number - threshold) / (BASE - threshold);
        step += BASE;
    }
}
