//! A second run changes nothing.

use super::corpus::{all_hold, written};

#[test]
fn a_second_run_changes_nothing() {
    let (mut broken, mut of) = (Vec::new(), 0);
    for command in
        [&["repair", "-i", "-q"][..], &["convert", "-i", "-q"], &["convert", "-i", "-q", "--guess"]]
    {
        let (folder, cases) = written(|_| true);
        let names = cases.iter().map(|case| &*case.name);
        let arguments: Vec<_> = command.iter().copied().chain(names).collect();
        let read = || cases.iter().map(|case| folder.read(&case.name)).collect::<Vec<_>>();
        let status = |run: crate::support::Run| {
            assert!(run.status.is_some_and(|status| status < 2), "{run:?}")
        };
        status(folder.run(&arguments));
        let first = read();
        status(folder.run(&arguments));
        for ((case, first), second) in cases.iter().zip(&first).zip(read()) {
            of += 1;
            if *first != second {
                broken.push(format!("{command:?} {}", case.name));
            }
        }
    }
    all_hold(&broken, of);
}
