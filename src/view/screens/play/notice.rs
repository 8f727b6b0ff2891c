//! Toast: a short notice that disappears by itself, such as "Position copied".

use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    text: String,
    /// Time for which the toast will still be shown.
    left: Duration,
    /// Whether the toast is the reply to an action of the player. A reply is shown in place of the message of the game.
    /// Other toasts wait until the game has no message.
    answer: bool,
}

impl Toast {
    /// A reply to an action of the player.
    pub fn answer(text: impl Into<String>) -> Self {
        Self::new(text.into(), true)
    }

    /// A notice that is not shown while the game shows a message.
    pub fn remark(text: impl Into<String>) -> Self {
        Self::new(text.into(), false)
    }

    fn new(text: String, answer: bool) -> Self {
        // Two seconds to notice it, and the time to read it at 17 letters a second. The number of letters of every text
        // fits into 32 bits.
        let left = Duration::from_secs(2) + Duration::from_millis(60) * text.chars().count() as u32;
        Self { text, left, answer }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the toast is shown now. `busy` is whether the game shows a message.
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

    /// A reply disappears after its time. A remark waits while the game shows a message. Longer texts stay longer.
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
