//! Which member of the growing tree's active list is taken next.

use std::fmt;
use std::str::FromStr;

use crate::about::{InvalidValue, Why, gcd, named, parse_digits};
use crate::rng::Rng;

named! {
    /// A way to choose one member of a list.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Member {
        /// The one that came last.
        Newest = "newest",
        /// The one that came first.
        Oldest = "oldest",
        /// Any, each equally likely.
        Random = "random",
        /// The one in the middle: of `n`, the one with `n / 2` (rounded down) older than it.
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
    /// The members, none of them twice. What is not used repeats the last.
    members: [Member; 4],
    /// How many members there are: at least one.
    len: u32,
    /// The weight of each member; 0 where there is none.
    weights: [u32; 4],
    /// By member, the ticket before which it is drawn: weights of 50 and 50 are as good as 1 and 1, which are told apart by one
    /// random bit. What is not used repeats the last.
    bounds: [u32; 4],
    /// How many bits tell the tickets apart.
    width: u32,
}

impl Pick {
    /// `newest:50,random:50`.
    pub(crate) const DEFAULT: Pick = Pick::weighted(&[(Member::Newest, 50), (Member::Random, 50)]);

    /// The largest weight of one member of a mix.
    pub(crate) const MAX_WEIGHT: u32 = 1_000_000;

    /// Always the same way.
    pub(crate) const fn only(member: Member) -> Pick {
        Pick::weighted(&[(member, 1)])
    }

    /// One of several, each as often as its weight says.
    ///
    /// # Errors
    ///
    /// [`InvalidValue`] for no member, one that is named twice, and a weight that is not of `1 ..= MAX_WEIGHT`.
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
            // Whatever its weight is.
            [(member, _)] => Ok(Pick::only(*member)),
            _ => Ok(Pick::weighted(mix)),
        }
    }

    /// Of one to four members, none of them twice, with weights.
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

    /// Whether it may be `member`.
    pub(super) fn has(&self, member: Member) -> bool {
        self.members.contains(&member)
    }

    /// The member to take this time, drawn by the weights.
    #[inline]
    pub(crate) fn member(&self, rng: &mut Rng) -> Member {
        // With one member there is nothing to draw, and `newest` makes exactly the backtracker's maze.
        if self.width == 0 {
            return self.members[0];
        }
        loop {
            let ticket = rng.bits(self.width);
            // Counted rather than searched for, because the end of a search would be unpredictable.
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

    /// Reads `newest` or `newest:50,random:50`: members separated by commas, each at most once, each with a weight of
    /// `1 ..= MAX_WEIGHT` (1 where none is given).
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

/// The reason why a text is no pick.
fn mixed() -> InvalidValue {
    let reason = "must be newest, oldest, random or middle, or a mix with weights such as newest:50,random:50";
    Why::Unreadable("newest:50,random:50").because(reason)
}
