//! Toasts: short notices that disappear by themselves, such as "Position copied".

use std::time::Duration;

/// How long a toast is shown, and how much longer for every letter.
const SHOWN: Duration = Duration::from_millis(2000);
const A_LETTER: Duration = Duration::from_millis(60);

/// A notice that is shown for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    text: String,
    left: Duration,
    /// Whether it is the reply to an action of the player: then it replaces the message of the game.
    answer: bool,
}

impl Toast {
    /// The reply to an action of the player.
    pub fn answer(text: impl Into<String>) -> Self {
        Self::new(text.into(), true)
    }

    /// A notice that is not shown while the game shows a message.
    pub fn remark(text: impl Into<String>) -> Self {
        Self::new(text.into(), false)
    }

    fn new(text: String, answer: bool) -> Self {
        // A text has fewer letters than fit into 32 bits.
        let left = SHOWN + A_LETTER * text.chars().count() as u32;
        Self { text, left, answer }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is shown; `busy` is whether the game shows a message.
    pub const fn is_shown(&self, busy: bool) -> bool {
        self.answer || !busy
    }

    /// The toast after `elapsed`; `None` when its time is over.
    pub fn after(self, elapsed: Duration, busy: bool) -> Option<Self> {
        if !self.is_shown(busy) {
            return Some(self);
        }
        let left = self.left.checked_sub(elapsed).filter(|left| !left.is_zero())?;
        Some(Self { left, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reply disappears after its time, a remark waits while the game shows a message; longer texts stay longer.
    #[test]
    fn notices_disappear_after_a_while() {
        let second = Duration::from_secs(1);
        let gone = |mut notice: Toast, busy| {
            (1..100).find(|_| {
                let next = notice.clone().after(second, busy);
                next.map(|next| notice = next).is_none()
            })
        };
        let (short, long) = ("FEN copied", "x".repeat(200));
        assert_eq!((gone(Toast::answer(short), true), gone(Toast::answer(short), false)), (Some(3), Some(3)));
        assert_eq!((gone(Toast::remark(short), true), gone(Toast::remark(short), false)), (None, Some(3)));
        assert_eq!(gone(Toast::remark(long), false), Some(14));
    }
}
