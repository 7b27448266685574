//! The receiver of a text as an argument.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use utfkit::{Encoding, encoding::Label};
use utfkit_text::receivers::Receiver;

use super::encoding::From;

/// The option that names the receiver of the text.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct ReceiverArgs {
    /// Also report well-formed text that this receiver rejects
    #[arg(long = "for", value_name = "RECEIVER", value_parser = receivers())]
    pub receiver: Option<Receiver>,
}

impl ReceiverArgs {
    /// Returns the receiver of text in `from`. Text in Modified UTF-8 is correct for the Java
    /// Native Interface, so that receiver is dropped then.
    pub fn of(self, from: From) -> Option<Receiver> {
        let is_modified = |label: Label| label.encoding() == Encoding::JavaModifiedUtf8;
        let is_taken = matches!(from, From::Known(label) if is_modified(label));
        self.receiver.filter(|&receiver| !(is_taken && receiver == Receiver::Jni))
    }
}

/// Returns a parser for the names of receivers.
fn receivers() -> impl TypedValueParser<Value = Receiver> {
    let named = |name: &String| Receiver::ALL.iter().copied().find(|one| one.name() == name);
    PossibleValuesParser::new(Receiver::ALL.iter().map(|one| one.name()))
        .try_map(move |name| named(&name).ok_or("not a receiver"))
}
