/** Bytes in memory. */
export type Bytes = ArrayBuffer | SharedArrayBuffer | ArrayBufferView;

/** Bytes of a result, with a buffer of their own. */
export type ByteArray = Uint8Array<ArrayBuffer>;

/** A text of any length: bytes, a string (as UTF-8), a Blob or File, or a stream of bytes. */
export type Source =
  | Bytes
  | string
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<Bytes>
  | Iterable<Bytes>;

/**
 * The set of labels that names encodings. `whatwg` has only the labels of browsers. Functions use
 * `iana` by default.
 */
export type LabelSet =
  | 'iana'
  | 'whatwg'
  | 'python'
  | 'git'
  | 'mysql'
  | 'oracle'
  | 'dotnet'
  | 'glibc'
  | 'icu'
  | 'java';

/** A program that rejects some valid characters. */
export type Receiver = 'postgres' | 'mysql-utf8mb3' | 'xml' | 'json' | 'jni';

/** Control over work on a source. */
export interface Control {
  /** Is called with the number of bytes that were read. */
  onProgress?: (bytes: number) => void;
  /** Aborts the work. */
  signal?: AbortSignal;
}

/** An ill-formed sequence. */
export interface Finding {
  /** The offset in bytes. */
  offset: number;
  /** The length in bytes. */
  length: number;
  /** The code of the kind, such as `overlong`. */
  kind: string;
  /** The problem, in a few words. */
  message: string;
  bytes: ByteArray;
  /** The code point that the bytes mean, such as `U+002F`. */
  means: string | null;
  /** The number of U+FFFD that decoders write for it. */
  subparts: number;
}

/** A remedy for an error. */
export type Advice =
  | 'read-as'
  | 'order-from-bom'
  | 'allow-bom'
  | 'allow-no-bom'
  | 'repair'
  | 'normalize'
  | 'drop-inner-boms'
  | 'inspect'
  | 'check'
  | 'explain-receiver';

/** An error with its position. */
export interface Diagnostic extends Finding {
  /** The line, from 1. */
  line: number;
  /** The column in characters, from 1. */
  column: number;
  /** The encoding that the text was read in. */
  encoding: string;
  /** The document and the section that define the error. */
  section: string;
  /** The text before it, its bytes, and the text after it, safe to show. */
  context: [string, string, string];
  /** The possible meaning of the error. */
  hint: string | null;
  advice?: Advice;
  /** The encoding that the advice names. */
  readAs?: string;
  /** The receiver that rejects the character, if the text is well-formed here. */
  receiver?: Receiver;
}

/** The errors of a text. */
export interface Report {
  encoding: string | null;
  bytes: number;
  characters: number;
  /** The number of ill-formed maximal subparts. */
  illFormed: number;
  /** The number of all errors, also of those that `findings` does not list. */
  errors: number;
  /** The number of valid characters that the receiver rejects. */
  rejected: number;
  /** The encoding that the text looks like, although it is valid in `encoding`. */
  looksLike: string | null;
  /** The number of U+FEFF inside the text. */
  innerBoms: number;
  /** What a well-formed text seems to have gone through: `repair` shows the original of mojibake. */
  remarks: ('mojibake' | 'wrong-declaration' | 'lost-text')[];
  /** Whether the data seems to be binary. */
  binary: boolean;
  findings: Diagnostic[];
}

/** The encoding of a text, with the reasons. */
export interface Detection {
  encoding: string | null;
  verdict: 'proven' | 'so-far' | 'likely' | 'unknown' | 'binary';
  /** From 0 to 1. */
  confidence: number;
  /** A code of ISO 639, for legacy charsets. */
  language?: string;
  bytes: number;
  evidence: string[];
  alternatives: { encoding: string; confidence: number }[];
  /** Parts in several encodings. */
  segments: { offset: number; length: number; encoding: string | null }[];
  /** The label that the text declares, which may be wrong. */
  declared?: string;
  /** The type of binary data, if it is known. */
  fileType?: string;
  mediaType?: string;
}

/** A suspicious part of a text. */
export interface Observation {
  /** The code of the rule, such as `bidi-override`. */
  kind: string;
  severity: 'note' | 'warning' | 'error';
  class: string;
  offset: number;
  length: number;
  line: number;
  column: number;
  /** The first code point, such as `U+202E`. */
  codePoint: string | null;
  /** The name of that code point. */
  name: string | null;
  message: string;
  /** The hidden text, the similar text or the reason. */
  means: string | null;
  context: [string, string, string] | null;
}

/** A change that a repair makes. */
export interface Fix {
  offset: number;
  /** The number of bytes before the fix. */
  length: number;
  /** The code of the damage, such as `mojibake`. */
  kind: string;
  bytes: ByteArray;
  becomes: ByteArray;
  /** The reason why the fix is the only interpretation. */
  why: string;
  /** The codes of other damage, each below the one before it. */
  also?: string[];
  /** The probability of the fix against all other texts in percent, if it is known. */
  percent?: number;
  /** `true` if a byte was lost, and the fix guesses it. */
  guess?: true;
}

/** Damage with two interpretations, which stays. */
export interface Ambiguity {
  offset: number;
  length: number;
  /** The code of the possible damage, such as `mojibake`. */
  kind: string;
  bytes: ByteArray;
  readings: [string, string];
  /** The probability of each reading in percent, if it is known. */
  percent?: [number, number];
}

/** The results of a repair. */
export interface Repairs {
  fixes: Fix[];
  /** The number of all fixes, also of those that `limit` leaves out. */
  fixCount: number;
  ambiguous: Ambiguity[];
  /** The number of all ambiguous parts. */
  ambiguousCount: number;
  /** The first 1,000 ill-formed sequences that stay. */
  illFormed: Finding[];
  /** The number of all of them. */
  illFormedCount: number;
}

export interface Repaired extends Repairs {
  bytes: ByteArray;
  /** Returns the text before the repair. Throws if `limit` left out fixes. */
  undo(): ByteArray;
}

/**
 * Returns the patch with which `utf undo` makes `original` of `repaired`, the file at `path`. All fixes must be
 * listed. The text has one JSON object per line, as that of `utf repair --patch`.
 */
export function patch(
  path: string,
  fixes: Fix[],
  original: Blob | ByteArray,
  repaired: Blob | ByteArray,
): Promise<string>;

export interface RepairOptions {
  labelSet?: LabelSet;
  /** The maximum numbers of fixes and of ambiguous parts that are listed. There is no limit by default. */
  limit?: number;
  /** Is called with the fixes of each block, also with those that `limit` leaves out. */
  onFixes?: (fixes: Fix[]) => void;
  /** Reads C0 80 as U+0000. */
  modifiedUtf8?: boolean;
  /** Reads overlong forms. This is unsafe. */
  unsafeOverlong?: boolean;
  /** The encoding of ill-formed bytes that have no other fix. It has one byte per character. */
  mixed?: string;
}

/** A code unit, split into the bits that determine its role and those of the code point. */
export interface Unit {
  bytes: ByteArray;
  fixed: string;
  payload: string;
  role: string;
}

/** Bytes of a text, and their meaning. */
export interface Cell {
  offset: number;
  bytes: ByteArray;
  units: Unit[];
  what: 'character' | 'bom' | 'shift' | 'ill-formed';
  /** Of a character: the code point, its visible form, its name and its category. */
  point?: number;
  shown?: string;
  name?: string;
  category?: string;
  /** Of an error. */
  kind?: string;
  message?: string;
  means?: string | null;
}

/** A code point in all encodings. */
export interface Character {
  point: number;
  notation: string;
  name: string;
  category: string | null;
  script: string | null;
  block: string | null;
  encodings: { encoding: string; bytes: ByteArray | null }[];
  charsets: { encoding: string; bytes: ByteArray }[];
  escapes: [string, string][];
  normalized: [string, string][];
  mojibake: string | null;
}

export interface ConvertOptions {
  labelSet?: LabelSet;
  errors?: 'strict' | 'replace' | 'skip' | 'escape';
  /**
   * `add` and `strip` have no effect on encodings that have no BOM, such as `utf-16le`: there, U+FEFF is
   * a part of the text.
   */
  bom?: 'auto' | 'keep' | 'strip' | 'add' | 'require' | 'forbid';
}

/** The numbers of errors in a conversion, and of the actions for them. */
export interface Counts {
  illFormed: number;
  unencodable: number;
  replaced: number;
  skipped: number;
  escaped: number;
}

export interface DecoderOptions {
  fatal?: boolean;
  ignoreBOM?: boolean;
  /** Allows the labels of this set. By default, only the labels of the standard exist. */
  labelSet?: LabelSet;
}

export interface EncoderOptions {
  labelSet: LabelSet;
  /** Throws if the encoding lacks a character, instead of writing `?`. */
  fatal?: boolean;
}

export class TextDecoder {
  constructor(label?: string, options?: DecoderOptions);
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  decode(input?: Bytes, options?: { stream?: boolean }): string;
}

export class TextDecoderStream {
  constructor(label?: string, options?: DecoderOptions);
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  readonly readable: ReadableStream<string>;
  readonly writable: WritableStream<Bytes>;
}

/**
 * Encodes strings. Without `labelSet`, the result is UTF-8 no matter which label is given: the standard
 * ignores it.
 */
export class TextEncoder {
  constructor(label?: string, options?: EncoderOptions);
  readonly encoding: string;
  encode(input?: string): ByteArray;
  encodeInto(source: string, destination: Uint8Array): { read: number; written: number };
}

export class TextEncoderStream {
  constructor(label?: string, options?: EncoderOptions);
  readonly encoding: string;
  readonly readable: ReadableStream<ByteArray>;
  readonly writable: WritableStream<string>;
}

/** The error of a strict conversion. */
export class ConversionError extends Error {
  readonly finding: Finding;
}

/** A replaced place of a text, in bytes. */
export interface EditPlace {
  offset: number;
  length: number;
  newOffset: number;
  newLength: number;
}

/** A text with replaced places. */
export interface Edited {
  bytes: ByteArray;
  encoding: string;
  places: EditPlace[];
}

/** The error of an edit that was refused. */
export class EditError extends Error {
  readonly reason:
    | 'not-found'
    | 'found-elsewhere'
    | 'not-in-encoding'
    | 'joins'
    | 'lost-text'
    | 'empty'
    | 'too-many'
    | 'uncertain-encoding'
    | 'is-utf-8';
}

/** Converts a stream of bytes from one encoding to another. */
export class ConvertStream {
  constructor(from: string, to: string, options?: ConvertOptions);
  /** `undefined` before the end. */
  readonly counts: Counts | undefined;
  readonly readable: ReadableStream<ByteArray>;
  readonly writable: WritableStream<Bytes>;
}

/** Repairs a stream of bytes. The properties have the results so far. */
export class RepairStream implements Repairs {
  constructor(options?: RepairOptions);
  readonly fixes: Fix[];
  readonly fixCount: number;
  readonly ambiguous: Ambiguity[];
  readonly ambiguousCount: number;
  readonly illFormed: Finding[];
  readonly illFormedCount: number;
  readonly readable: ReadableStream<ByteArray>;
  readonly writable: WritableStream<Bytes>;
}

/** Whether the modules for simd128 are in use. */
export const simd: boolean;

/**
 * Loads the large module and its tables, which browsers need before a `TextDecoder`, a `TextEncoder`
 * or `validate` can use an encoding that is not the browser's. Asynchronous functions load what they
 * need. A call after a failed one tries again.
 */
export function load(): Promise<void>;

/** Returns the first error of `data`, or `null`. */
export function validate(
  data: Bytes,
  encoding?: string,
  options?: { labelSet?: LabelSet },
): Finding | null;

/** Returns `true` if `data` have no error. */
export function isValid(data: Bytes, encoding?: string, options?: { labelSet?: LabelSet }): boolean;

/** Converts UTF-8 to code units of UTF-16, with U+FFFD for errors. */
export function toUtf16(data: Bytes, options?: { fatal?: boolean }): Uint16Array;

/**
 * Converts as much UTF-8 as fits into `units`, which can be used again. With `stream`, a character
 * that the end of the data cuts is not read.
 */
export function decodeInto(
  data: Bytes,
  units: Uint16Array,
  options?: { fatal?: boolean; stream?: boolean },
): { read: number; written: number };

/** Returns the number of code units that `toUtf16` returns. */
export function utf16Length(data: Bytes): number;

/** Finds all errors of a text. `findings` lists at most `limit` of them, 1,000 by default. */
export function check(
  source: Source,
  options?: Control & {
    encoding?: string;
    labelSet?: LabelSet;
    receiver?: Receiver;
    limit?: number;
    /** Is called with the findings so far. */
    onFindings?: (findings: Diagnostic[]) => void;
  },
): Promise<Report>;

/** Finds the encoding of a text. Set `partial` if the source is only its start. */
export function detect(
  source: Source,
  options?: Control & { partial?: boolean },
): Promise<Detection>;

/** Finds suspicious parts of a text: hidden text, bidirectional tricks, similar characters. */
export function audit(
  source: Source,
  options?: Control & {
    encoding?: string;
    labelSet?: LabelSet;
    allow?: string;
    deny?: string;
    receiver?: Receiver;
    limit?: number;
  },
): Promise<{ total: number; observations: Observation[] }>;

/**
 * Repairs damage that has only one interpretation. The text must be UTF-8 or UTF-16: convert any other
 * encoding first, because its bytes can look like damaged UTF-8.
 */
export function repair(source: Source, options?: Control & RepairOptions): Promise<Repaired>;

/**
 * Replaces text in a file of any encoding, and keeps every other byte. Memory holds the whole file.
 *
 * `newText` is written in the encoding of the file: that of a BOM, or `encoding`, or else the detected
 * one if it is certain. A line feed of `oldText` also matches CRLF. Throws an `EditError` if the edit
 * cannot be exact.
 */
export function edit(
  source: Source,
  oldText: string,
  newText: string,
  options?: Control & {
    encoding?: string;
    labelSet?: LabelSet;
    /** The number of places that `oldText` must have, 1 by default. `Infinity` replaces all. */
    count?: number;
  },
): Promise<Edited>;

/** Returns the characters of a text, with their bytes and bits. Pass only what you show. */
export function inspect(
  source: Source,
  options?: Control & {
    encoding?: string;
    labelSet?: LabelSet;
    /** The offset of the first byte in the whole text. */
    offset?: number;
    /** The byte order of `utf-16` and `utf-32` after the BOM. */
    order?: 'big' | 'little';
    /**
     * Return only the characters with at least one byte from `start` to `end`, offsets in the whole
     * text. The bytes before `start` determine them, but are read much faster.
     */
    start?: number;
    end?: number;
  },
): Promise<Cell[]>;

/** Returns a code point, or the first of a string, in all encodings. */
export function character(point: number | string): Promise<Character>;

/** Converts a text from one encoding to another. Throws a `ConversionError` if it is strict. */
export function convert(
  source: Source,
  from: string,
  to?: string,
  options?: Control & ConvertOptions,
): Promise<ByteArray>;

/** Returns the names of all encodings. */
export function encodings(): Promise<string[]>;

/** Returns all labels of a set, with the names of their encodings. */
export function labels(labelSet?: LabelSet): Promise<Record<string, string>>;

/** Returns all kinds of errors. */
export function kinds(): Promise<{ code: string; title: string; section: string }[]>;
