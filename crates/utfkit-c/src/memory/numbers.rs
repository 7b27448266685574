//! Enumerations as numbers. C can pass any number for an enumeration, so arguments and fields that
//! C writes are numbers in Rust. In the header, they have the names of the enumerations.

/// `utfkit_encoding`.
pub type EncodingNumber = u32;
/// `utfkit_kind`.
pub type KindNumber = u32;
/// `utfkit_label_set`.
pub type LabelSetNumber = u32;
/// `utfkit_policy`.
pub type PolicyNumber = u32;
/// `utfkit_bom`.
pub type BomNumber = u32;
/// `utfkit_byte_order`.
pub type ByteOrderNumber = u32;
/// `utfkit_receiver`.
pub type ReceiverNumber = u32;
/// `bool`. C++ and other languages may pass values other than 0 and 1.
pub type Flag = u8;
/// `char16_t`.
pub type char16_t = u16;
/// `char32_t`.
pub type char32_t = u32;
