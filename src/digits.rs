//! Numbers as text, without the overhead of formatting.

/// The decimal digits of a number.
///
/// ```
/// use dedale_server::digits::Digits;
///
/// assert_eq!(Digits::of(1234).as_bytes(), b"1234");
/// assert_eq!(Digits::at_least(3, 7).chars().collect::<String>(), "007");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Digits {
    digits: [u8; 20],
    start: usize,
}

impl Digits {
    /// The digits without leading zeros.
    pub fn of(number: u64) -> Digits {
        Digits::at_least(1, number)
    }

    /// At least `least` digits, padded with zeros.
    pub fn at_least(least: usize, mut number: u64) -> Digits {
        let mut digits = [b'0'; 20];
        let mut start = digits.len();
        while number > 0 || digits.len() - start < least {
            start -= 1;
            digits[start] = b'0' + (number % 10) as u8;
            number /= 10;
        }
        Digits { digits, start }
    }

    /// The digits in ASCII.
    pub fn as_bytes(&self) -> &[u8] {
        &self.digits[self.start..]
    }

    /// The digits as characters.
    pub fn chars(&self) -> impl Iterator<Item = char> {
        self.as_bytes().iter().map(|&digit| digit.into())
    }
}

/// The hexadecimal digits of some bytes, two for each.
pub fn hex<const BYTES: usize, const DIGITS: usize>(bytes: [u8; BYTES]) -> [u8; DIGITS] {
    let digit = |nibble: u8| b"0123456789abcdef"[usize::from(nibble)];
    let mut digits = [b'0'; DIGITS];
    for (pair, byte) in digits.as_chunks_mut().0.iter_mut().zip(bytes) {
        *pair = [digit(byte >> 4), digit(byte & 15)];
    }
    digits
}
