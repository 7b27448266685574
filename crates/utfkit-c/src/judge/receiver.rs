//! Receivers of text.

use utfkit_text::receivers::Receiver;

use crate::status::utfkit_status;

/// A program or interface that will get the text, and rejects some characters.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum utfkit_receiver {
    /// No receiver.
    None = 0,
    /// PostgreSQL.
    Postgres = 1,
    /// MySQL and MariaDB, with the character set utf8mb3.
    MysqlUtf8Mb3 = 2,
    /// XML 1.0.
    Xml = 3,
    /// JSON.
    Json = 4,
    /// The Java Native Interface.
    Jni = 5,
}

/// The receivers, in the order of their numbers, from 1.
const RECEIVERS: [Receiver; 5] =
    [Receiver::Postgres, Receiver::MysqlUtf8Mb3, Receiver::Xml, Receiver::Json, Receiver::Jni];

pub(super) fn receiver(number: u32) -> Result<Option<Receiver>, utfkit_status> {
    match (number as usize).checked_sub(1) {
        None => Ok(None),
        Some(at) => RECEIVERS.get(at).copied().map(Some).ok_or(utfkit_status::BadValue),
    }
}

pub(super) fn number(receiver: Option<Receiver>) -> u32 {
    let at = receiver.and_then(|one| RECEIVERS.iter().position(|known| *known == one));
    at.map_or(0, |at| at as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_receivers_have_numbers() {
        for &one in Receiver::ALL {
            assert_eq!(receiver(number(Some(one))), Ok(Some(one)));
        }
        assert_eq!(receiver(0), Ok(None));
        assert_eq!(receiver(RECEIVERS.len() as u32 + 1), Err(utfkit_status::BadValue));
        assert_eq!(number(Some(Receiver::Jni)), utfkit_receiver::Jni as u32);
    }
}
