//! Which member of its active list the growing tree takes next.

use std::fmt;
use std::str::FromStr;

use crate::about::{InvalidValue, InvalidValueKind, gcd, named, parse_digits};
use crate::rng::Rng;

named! {
    /// A way to choose one member of a list.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Member {
        /// The newest member.
        Newest = "newest",
        /// The oldest member.
        Oldest = "oldest",
        /// A random member, each equally likely.
        Random = "random",
        /// The member in the middle: of `n` members, `n / 2` (rounded down) are older.
        Middle = "middle",
    }
}

/// One [`Member`], or a mix of several with weights: `newest`, or `newest:50,random:50`.
///
/// ```
/// use dedale::generate::Pick;
/// let pick: Pick = "newest:3,random:1".parse()?; // three times in four the newest
/// assert_eq!(pick.to_string(), "newest:3,random:1");
/// assert!("newest,newest".parse::<Pick>().is_err());
/// # Ok::<(), dedale::about::InvalidValue>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pick {
    /// The members, each once. Unused entries repeat the last one.
    members: [Member; 4],
    /// The number of members, at least one.
    len: u32,
    /// The weight of each member, and 0 for unused entries.
    weights: [u32; 4],
    /// By member, the first ticket for which it is not drawn. Weights of 50 and 50 give the same tickets as 1 and 1, which one random bit
    /// tells apart. Unused entries repeat the last one.
    bounds: [u32; 4],
    /// The number of random bits that a ticket takes.
    width: u32,
}

impl Pick {
    /// `newest:50,random:50`.
    pub(crate) const DEFAULT: Pick = Pick::weighted(&[(Member::Newest, 50), (Member::Random, 50)]);

    /// The largest weight of one member of a mix.
    pub(crate) const MAX_WEIGHT: u32 = 1_000_000;

    /// Picks this member every time.
    pub(crate) const fn only(member: Member) -> Pick {
        Pick::weighted(&[(member, 1)])
    }

    /// Picks one of several members, each as often as its weight says.
    ///
    /// # Errors
    ///
    /// [`InvalidValue`] if there is no member, if one is named twice, and if a weight is not in `1 ..= MAX_WEIGHT`.
    pub(crate) fn mix(mix: &[(Member, u32)]) -> Result<Pick, InvalidValue> {
        for (place, &(member, weight)) in mix.iter().enumerate() {
            let name = member.name();
            if !(1..=Pick::MAX_WEIGHT).contains(&weight) {
                let range = format!("a whole number between 1 and {}", Pick::MAX_WEIGHT);
                return Err(InvalidValue::from(format!("the weight of {name} must be {range}")));
            }
            if mix[..place].iter().any(|&(known, _)| known == member) {
                return Err(InvalidValue::from(format!("{name} must not be named twice")));
            }
        }
        match mix {
            [] => Err(mixed()),
            // The weight of a single member does not matter.
            [(member, _)] => Ok(Pick::only(*member)),
            _ => Ok(Pick::weighted(mix)),
        }
    }

    /// Picks one of up to four members, each named once, by their weights.
    const fn weighted(mix: &[(Member, u32)]) -> Pick {
        let (mut members, mut weights, mut bounds) = ([mix[0].0; 4], [0; 4], [0; 4]);
        let mut unit = 0;
        let mut i = 0;
        while i < mix.len() {
            unit = gcd(unit, mix[i].1);
            i += 1;
        }
        let mut tickets = 0;
        let mut i = 0;
        while i < 4 {
            if i < mix.len() {
                (members[i], weights[i]) = mix[i];
                tickets += mix[i].1 / unit;
            } else {
                members[i] = members[i - 1];
            }
            bounds[i] = tickets;
            i += 1;
        }
        Pick { members, len: mix.len() as u32, weights, bounds, width: u32::BITS - (tickets - 1).leading_zeros() }
    }

    /// Returns true if it may pick `member`.
    pub(super) fn has(&self, member: Member) -> bool {
        self.members.contains(&member)
    }

    /// Draws the member to take this time.
    #[inline]
    pub(crate) fn member(&self, rng: &mut Rng) -> Member {
        // A single member needs no draw, so that `newest` makes exactly the backtracker's maze.
        if self.width == 0 {
            return self.members[0];
        }
        loop {
            let ticket = rng.bits(self.width);
            // Counted rather than searched for, since the end of a search could not be predicted.
            let passed: usize = self.bounds.iter().map(|&bound| usize::from(ticket >= bound)).sum();
            if let Some(&member) = self.members.get(passed) {
                return member;
            }
        }
    }
}

impl Default for Pick {
    /// `newest:50,random:50`.
    fn default() -> Pick {
        Pick::DEFAULT
    }
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.len == 1 {
            return f.write_str(self.members[0].name());
        }
        for (i, (member, weight)) in self.members.iter().zip(self.weights).take(self.len as usize).enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma}{}:{weight}", member.name())?;
        }
        Ok(())
    }
}

impl FromStr for Pick {
    type Err = InvalidValue;

    /// Parses `newest` or `newest:50,random:50`: members separated by commas, each named at most once, with weights in `1 ..= MAX_WEIGHT` (1
    /// if not given).
    fn from_str(text: &str) -> Result<Pick, InvalidValue> {
        let weighed = |part: &str| {
            let (name, weight) = part.split_once(':').map_or((part, None), |(name, weight)| (name, Some(weight)));
            let member = name.parse().map_err(|_| mixed())?;
            // A weight that is not a number is out of range too.
            Ok((member, weight.map_or(1, |weight| parse_digits(weight).and_then(|it| it.try_into().ok()).unwrap_or(0))))
        };
        Pick::mix(&text.split([',', ';']).map(weighed).collect::<Result<Vec<_>, InvalidValue>>()?)
    }
}

/// Why a text is not a pick.
fn mixed() -> InvalidValue {
    let reason = "must be newest, oldest, random or middle, or a mix with weights such as newest:50,random:50";
    InvalidValueKind::Unreadable("newest:50,random:50").with_reason(reason)
}
