//! Integers of any size, read and written like in Python.

use std::cmp::Ordering;

use super::fault::{Fault, Outcome};
use super::python;

/// The maximum number of decimal digits of an integer that Python reads or writes.
const MAX_DIGITS: usize = 4300;
/// An upper bound for the number of bits of an integer with [`MAX_DIGITS`] decimal digits.
const MAX_BITS: usize = 14_290;
/// The maximum number of characters of the faulty text that an exception shows.
const MAX_SHOWN: usize = 200;
/// The base in which a natural number is stored. Each digit in this base is a limb.
const BASE: u64 = 1_000_000_000;
/// The number of decimal digits of a limb.
const LIMB_DIGITS: usize = 9;

/// A natural number as digits in base 1,000,000,000 (limbs). The least significant limb is the
/// first, and the last limb is not zero.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Natural(Vec<u64>);

impl Natural {
    /// Multiplies the number by `factor` and adds `summand`. Both must be below [`BASE`].
    fn multiply_add(&mut self, factor: u64, summand: u64) {
        let mut carry = summand;
        for limb in &mut self.0 {
            let sum = *limb * factor + carry;
            *limb = sum % BASE;
            carry = sum / BASE;
        }
        if carry > 0 {
            self.0.push(carry);
        }
    }

    fn add(&mut self, other: &Self) {
        let mut carry = 0;
        self.0.resize(self.0.len().max(other.0.len()), 0);
        for (at, limb) in self.0.iter_mut().enumerate() {
            let sum = *limb + other.0.get(at).copied().unwrap_or_default() + carry;
            *limb = sum % BASE;
            carry = sum / BASE;
        }
        if carry > 0 {
            self.0.push(carry);
        }
    }

    /// Subtracts another number, which must not be greater than this number.
    fn subtract(&mut self, other: &Self) {
        let mut borrow = 0;
        for (at, limb) in self.0.iter_mut().enumerate() {
            let taken = other.0.get(at).copied().unwrap_or_default() + borrow;
            borrow = u64::from(*limb < taken);
            *limb = *limb + borrow * BASE - taken;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    fn compare(&self, other: &Self) -> Ordering {
        let lengths = self.0.len().cmp(&other.0.len());
        lengths.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    fn digits(&self) -> String {
        let mut limbs = self.0.iter().rev();
        let first = limbs.next().copied().unwrap_or_default();
        let mut digits = first.to_string();
        for limb in limbs {
            digits.push_str(&format!("{limb:0LIMB_DIGITS$}"));
        }
        digits
    }
}

/// An integer of any size.
#[derive(Debug, Clone, Default)]
pub(super) struct Integer {
    is_negative: bool,
    size: Natural,
}

impl Integer {
    /// Parses a text like Python's `int(text, base)`. The base must be 2, 8, 10 or 16. Returns
    /// Python's exception if the text is not an integer.
    pub fn parse(text: &str, base: u32) -> Outcome<Self> {
        let invalid = || {
            let shown: String = python::repr_str(text).chars().take(MAX_SHOWN).collect();
            let problem = format!("invalid literal for int() with base {base}: {shown}");
            Fault::of_python("ValueError", problem)
        };
        let trimmed = trim(text);
        let unsigned = trimmed.strip_prefix(['-', '+']).unwrap_or(trimmed);
        let prefixes: &[&str] = match base {
            2 => &["0b", "0B"],
            8 => &["0o", "0O"],
            16 => &["0x", "0X"],
            _ => &[],
        };
        let stripped = prefixes
            .iter()
            .find_map(|prefix| unsigned.strip_prefix(prefix));
        let digits = stripped.unwrap_or(unsigned);
        if digits.is_empty() || !digits.chars().all(|c| c.is_digit(base)) {
            return Err(invalid());
        }
        if base == 10 && digits.len() > MAX_DIGITS {
            let count = digits.len();
            return Err(too_long(&format!(": value has {count} digits")));
        }
        let significant = digits.trim_start_matches('0');
        let bits = significant.len() * base.ilog2() as usize;
        if base != 10 && bits > MAX_BITS {
            return Err(too_long(""));
        }
        let mut size = Natural::default();
        for digit in significant.chars().filter_map(|c| c.to_digit(base)) {
            size.multiply_add(base.into(), digit.into());
        }
        let is_negative = trimmed.starts_with('-') && !size.0.is_empty();
        Ok(Self { is_negative, size })
    }

    /// Returns the number whose digits in base 60 are given. A digit may be negative or greater
    /// than 59.
    pub fn from_sixtieths(digits: &[Self]) -> Outcome<Self> {
        let (mut positive, mut negative) = (Natural::default(), Natural::default());
        for digit in digits {
            positive.multiply_add(60, 0);
            negative.multiply_add(60, 0);
            let side = if digit.is_negative {
                &mut negative
            } else {
                &mut positive
            };
            side.add(&digit.size);
            if positive.0.len().max(negative.0.len()) > MAX_DIGITS / LIMB_DIGITS + 1 {
                return Err(too_long(""));
            }
        }
        let is_negative = positive.compare(&negative) == Ordering::Less;
        let (mut size, less) = if is_negative {
            (negative, positive)
        } else {
            (positive, negative)
        };
        size.subtract(&less);
        Ok(Self { is_negative, size })
    }

    /// Returns the number multiplied by -1.
    pub fn negate(mut self) -> Self {
        self.is_negative = !self.is_negative && !self.size.0.is_empty();
        self
    }

    /// Returns the decimal digits of the number, with `-` before them if the number is negative.
    ///
    /// # Errors
    ///
    /// Returns the exception that Python raises when it writes a number with too many digits.
    pub fn digits(&self) -> Outcome<String> {
        let digits = self.size.digits();
        if digits.len() > MAX_DIGITS {
            return Err(too_long(""));
        }
        Ok(if self.is_negative {
            format!("-{digits}")
        } else {
            digits
        })
    }
}

fn too_long(count: &str) -> Box<Fault> {
    let problem = format!(
        "Exceeds the limit ({MAX_DIGITS} digits) for integer string conversion{count}; \
         use sys.set_int_max_str_digits() to increase the limit"
    );
    Fault::of_python("ValueError", problem)
}

/// Removes whitespace from both ends of a text, like Python's `str.strip()`.
pub(super) fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\u{1c}'..='\u{1f}'))
}
