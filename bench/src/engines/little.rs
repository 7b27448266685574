//! utfkit's functions on little-endian text, for tasks on big-endian text. The comparison measures
//! the cost of the byte order.

use utfkit::simd::Form::{Utf16Be, Utf16Le};

use super::{Call, Offer};
use crate::{
    buffer::{Buffer, swap16},
    input::Input,
    operations::Task,
};

/// The same task in little-endian order.
struct Little {
    call: Box<dyn Call>,
    task: Task,
}

/// Returns the call of `offers` for `task` on little-endian text, if the task is about big-endian
/// text.
pub fn little(task: Task, offers: impl Fn(Task) -> Offer) -> Offer {
    let order = |form| if form == Utf16Be { Utf16Le } else { form };
    let other = match task {
        Task::Validate(form) => Task::Validate(order(form)),
        Task::Convert(from, to) => Task::Convert(order(from), order(to)),
        Task::Length(from, to) => Task::Length(order(from), order(to)),
        Task::Lossy(from, to) => Task::Lossy(order(from), order(to)),
        _ => return None,
    };
    if other == task {
        return None;
    }
    Some(Box::new(Little { call: offers(other)?, task }))
}

impl Call for Little {
    /// Swaps the bytes before and after the call, so that the answer is that of the task. Only the
    /// check uses this function; the timing does not.
    fn once(&self, src: &[u8], dst: &mut [u8]) -> usize {
        let mut copy = Buffer::new(src.len());
        let own = copy.bytes_mut();
        own.copy_from_slice(src);
        if self.task.from() == Utf16Be {
            swap16(own);
        }
        let answer = self.call.once(own, dst);
        if let Task::Convert(_, Utf16Be) | Task::Lossy(_, Utf16Be) = self.task {
            swap16(&mut dst[..answer]);
        }
        answer
    }

    fn pass(&self, input: &Input, dst: &mut [u8]) {
        self.call.pass(input.little(), dst);
    }
}
