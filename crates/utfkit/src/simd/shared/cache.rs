//! Hints for the machine and the compiler: the size of text that exceeds the caches, the distance
//! of prefetches, and the code that rarely runs.

/// The number of bytes of text from which on a kernel is expected to read or write memory, because
/// it exceeds the caches.
pub(in crate::simd) const FAR: usize = if cfg!(test) { 4 << 10 } else { 16 << 20 };

/// The distance of prefetches in bytes. It is a page, because the prefetchers of machines stop at
/// the end of their page.
pub(in crate::simd) const AHEAD: usize = 4096;

/// Marks the code that calls it as rare, slow anyway, or not the case that the function is
/// optimized for. The compiler then lays out all other code without jumps, which matters for short
/// calls.
#[cold]
#[inline(always)]
pub(in crate::simd) const fn rare() {}

#[cfg(all(test, feature = "std"))]
mod tests {
    #[cfg(target_arch = "x86_64")]
    use crate::simd::x86_64::avx512::{Machine, treat_as};
    use crate::simd::{Form, Level, Progress, available};
    use core::mem::MaybeUninit;
    use std::{string::String, vec, vec::Vec};

    /// A pseudorandom number generator.
    struct Random(u64);

    impl Random {
        fn below(&mut self, limit: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.0 >> 33) as usize % limit
        }
    }

    /// Returns long and short runs of characters of one kind, about 10 KB in UTF-8. `damage` bytes
    /// of it are replaced by others.
    fn text(form: Form, damage: usize, random: &mut Random) -> Vec<u8> {
        let kinds = ['a', '\u{E9}', '\u{43F}', '\u{4E2D}', '\u{1F600}', '\u{1F600}'];
        let longest = [20, 300, 3000][random.below(3)];
        let mut text = String::new();
        while text.len() < 10_000 {
            let kind = if random.below(3) == 0 { 'a' } else { kinds[random.below(kinds.len())] };
            text.extend(core::iter::repeat_n(kind, random.below(longest)));
        }
        let mut bytes: Vec<u8> = match form {
            Form::Latin1 => text.chars().map(|c| c as u8).collect(),
            Form::Utf8 => text.into_bytes(),
            Form::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Form::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            Form::Utf32Le => text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect(),
            Form::Utf32Be => text.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect(),
        };
        for _ in 0..damage {
            let at = random.below(bytes.len());
            bytes[at] = [0xD8, 0xDC, 0xC3, 0x80, 0xF0, 0xE2, b'b'][random.below(7)];
        }
        bytes
    }

    /// Calls `convert` with `room` bytes that begin `after_line` bytes after the start of a cache
    /// line. Returns its result and the bytes that it wrote.
    fn converted(
        room: usize,
        after_line: usize,
        convert: impl FnOnce(&mut [MaybeUninit<u8>]) -> Progress,
    ) -> (Progress, Vec<u8>) {
        const GUARD: u8 = 0x5A;
        let mut dst = vec![MaybeUninit::new(GUARD); room + 256];
        let start = dst.as_ptr().addr().wrapping_neg() % 64 + after_line;
        let done = convert(&mut dst[start..start + room]);
        // SAFETY: all bytes were initialized above.
        let byte = |byte: &MaybeUninit<u8>| unsafe { byte.assume_init() };
        assert!(dst[..start].iter().all(|it| byte(it) == GUARD), "written before the room");
        assert!(dst[start + room..].iter().all(|it| byte(it) == GUARD), "written after the room");
        (done, dst[start..start + done.written].iter().map(byte).collect())
    }

    fn agree(kernels: Level, reference: Level, form: Form, src: &[u8], random: &mut Random) {
        let name = kernels.name();
        let valid = reference.validate(form, src);
        assert_eq!(kernels.validate(form, src), valid, "{name} {form:?}");
        assert_eq!(kernels.lines(form, src), reference.lines(form, src), "{name} {form:?}");
        for to in Form::ALL {
            let length = reference.length(form, to, &src[..valid]);
            assert_eq!(kernels.length(form, to, &src[..valid]), length, "{name} {form:?} {to:?}");
            let is_utf = |form: Form| form != Form::Latin1;
            if is_utf(to) {
                let lossy = |set: Level| set.length_lossy(form, to, src);
                assert_eq!(lossy(kernels), lossy(reference), "{name} {form:?} {to:?}");
            }
            let most = 4 * src.len() + 64;
            let whole = length * to.unit();
            let cut = whole.saturating_sub(random.below(200));
            for room in [most, whole, cut, random.below(whole + 1)] {
                let line = random.below(64);
                let convert =
                    |set: Level| converted(room, line, |dst| set.convert(form, to, src, dst));
                assert!(convert(kernels) == convert(reference), "{name} {form:?} {to:?} {room}");
                let lossy = |set: Level| {
                    let mut replaced = 0;
                    let made = converted(room, line, |dst| {
                        let done = set.convert_lossy(form, to, src, dst);
                        replaced = done.replaced;
                        Progress { read: done.read, written: done.written }
                    });
                    (made, replaced)
                };
                if is_utf(form) && is_utf(to) {
                    assert!(lossy(kernels) == lossy(reference), "{name} {form:?} {to:?} {room}");
                }
            }
        }
    }

    /// In tests, [`FAR`](super::FAR) is small, so that any text uses the code for text that exceeds
    /// the caches.
    #[test]
    fn every_set_handles_text_beyond_the_caches() {
        let sets: Vec<_> = available().collect();
        let [sets @ .., reference] = &sets[..] else { panic!("one set runs anywhere") };
        let mut random = Random(3);
        for round in 0..if cfg!(debug_assertions) { 3 } else { 200 } {
            #[cfg(target_arch = "x86_64")]
            treat_as([Machine::Amd4, Machine::Amd5, Machine::Other][round % 3]);
            for form in Form::ALL {
                let damage = [0, 0, 1, 20][random.below(4)];
                let text = text(form, damage, &mut random);
                // Units stay whole, and begin at any address.
                let mut held = vec![0; random.below(64)];
                let start = held.len();
                held.extend(&text);
                let text = &held[start..];
                // Below that length, loops also differ by machine.
                let less = random.below(text.len().min(super::FAR)) / form.unit() * form.unit();
                for &kernels in sets {
                    agree(kernels, *reference, form, text, &mut random);
                    agree(kernels, *reference, form, &text[..less], &mut random);
                }
            }
        }
    }

    /// Loops for ASCII end when less than a step is left, which may have any contents.
    #[test]
    fn every_set_validates_ascii_beyond_the_caches_to_its_end() {
        const MAX: usize = super::FAR + 600;
        for kernels in available() {
            for (start, len) in [(0, super::FAR), (17, super::FAR + 111), (0, MAX), (33, MAX)] {
                let mut held = vec![b'a'; start + len];
                for place in len - 330..len {
                    let tail = [&[0x80][..], &[0xC3, 0xA9]][place % 2];
                    let end = (start + place + tail.len()).min(start + len);
                    held[start + place..end].copy_from_slice(&tail[..end - start - place]);
                    let whole = tail.len() == 2 && end == start + place + 2;
                    let name = kernels.name();
                    let ascii = kernels.ascii_prefix(&held[start..]);
                    assert_eq!(ascii, place, "{name} {start} {len} {place}");
                    let right = kernels.validate(Form::Utf8, &held[start..]);
                    assert_eq!(
                        right,
                        if whole { len } else { place },
                        "{name} {start} {len} {place}"
                    );
                    held[start + place..end].fill(b'a');
                }
                assert_eq!(kernels.ascii_prefix(&held[start..]), len);
                assert_eq!(kernels.validate(Form::Utf8, &held[start..]), len);
            }
        }
    }
}
