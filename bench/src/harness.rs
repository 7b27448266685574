//! Timing. Each round runs all engines of a cell in turn, so that a disturbance of the machine
//! affects all of them.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use crate::{cells::Ready, engines::Call, input::Input};

/// The minimum duration of a sample.
const SAMPLE: Duration = Duration::from_micros(60);

/// Returns speeds in GB/s of input, in the order of the calls of `ready`: medians over `rounds`.
pub fn measure(ready: &mut Ready, rounds: usize) -> Vec<f64> {
    let Ready { input, output, calls } = ready;
    let output = output.bytes_mut();
    let passes: Vec<u32> =
        calls.iter().map(|(_, call)| passes_of(call.as_ref(), input, output)).collect();
    let mut samples = vec![Vec::with_capacity(rounds); calls.len()];
    for _ in 0..rounds {
        for (((_, call), &passes), samples) in calls.iter().zip(&passes).zip(&mut samples) {
            let taken = time(call.as_ref(), input, output, passes);
            samples.push(taken.as_secs_f64() / f64::from(passes));
        }
    }
    samples.iter_mut().map(|samples| input.counted as f64 / median(samples) / 1e9).collect()
}

/// Returns the number of passes in a sample. The runs that find this number also warm up the
/// machine.
fn passes_of(call: &dyn Call, input: &Input, output: &mut [u8]) -> u32 {
    let mut passes = 1;
    loop {
        let taken = time(call, input, output, passes);
        if taken >= SAMPLE {
            return passes;
        }
        let missing = SAMPLE.as_nanos() * 5 / 4 / taken.as_nanos().max(1) + 1;
        passes *= missing.clamp(2, 64) as u32;
    }
}

fn time(call: &dyn Call, input: &Input, output: &mut [u8], passes: u32) -> Duration {
    clear_registers();
    let start = Instant::now();
    for _ in 0..passes {
        call.pass(black_box(input), output);
    }
    start.elapsed()
}

/// Marks the upper halves of registers as unused.
///
/// Some engines return without doing so, such as simdutf's haswell kernels as compiled by GCC 12.
/// Code without AVX that runs after them, of any engine, would be measured at half of its speed.
fn clear_registers() {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx") {
        #[target_feature(enable = "avx")]
        fn clear() {
            std::arch::x86_64::_mm256_zeroupper();
        }
        // SAFETY: the machine has AVX.
        unsafe { clear() };
    }
}

/// Returns the median of `values`, which must not be empty.
pub fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { (values[middle - 1] + values[middle]) / 2.0 }
}
