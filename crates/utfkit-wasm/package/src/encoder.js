// `TextEncoder` and `TextEncoderStream` of the WHATWG Encoding Standard, also for our encodings.

import { joined } from './bytes.js';
import { named } from './charset.js';
import { Converter } from './convert.js';
import { defineInterface, dictionary } from './decoder.js';
import { node } from './load.js';

/** Node and browsers encode UTF-8 correctly, and faster than a module that must get a copy. */
const native = new globalThis.TextEncoder();

/** Returns the code units of `text` in little-endian order. */
function unitsOf(text) {
  if (node) return node.Buffer.from(text, 'utf16le');
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let at = 0; at < text.length; at++) view.setUint16(2 * at, text.charCodeAt(at), true);
  return new Uint8Array(view.buffer);
}

/** Encodes pieces of a text in an encoding that is not UTF-8. */
class Other {
  #name;
  #converter;

  constructor(name, converter) {
    this.#name = name;
    this.#converter = converter;
  }

  encode(text, last) {
    const parts = [];
    const finding = this.#converter.push(unitsOf(text), last, (bytes) => parts.push(bytes.slice()));
    if (finding) throw new TypeError(`utfkit: ${this.#name}: ${finding.message}`);
    return joined(parts);
  }
}

/** Encodes texts in a charset with tables. A piece of a text is encoded like a text. */
class Tabled {
  #charset;
  #fatal;
  /** Creates a coder of the large module, which few texts need. */
  #newOther;
  #other;

  constructor(charset, fatal, newOther) {
    this.#charset = charset;
    this.#fatal = fatal;
    this.#newOther = newOther;
  }

  encode(text) {
    const parts = this.#charset.codes.encode(text, this.#fatal);
    if (parts) return joined(parts);
    this.#other ??= this.#newOther();
    return this.#other.encode(text, true);
  }
}

/** Returns the name of the encoding, and its encoder if it is not UTF-8. */
function find(label, options) {
  const { labelSet, fatal } = dictionary(options);
  // The standard ignores the arguments.
  if (labelSet === undefined) return ['utf-8', undefined];
  const to = `${label}`;
  const { name, charset } = named(to, labelSet);
  const newOther = () => new Other(name, new Converter('utf-16le', to, labelSet, fatal));
  return [name, charset ? new Tabled(charset, Boolean(fatal), newOther) : newOther()];
}

/**
 * Encodes a string, as `TextEncoder` of the WHATWG Encoding Standard does.
 *
 * The standard knows only UTF-8. With the option `labelSet`, `label` names any other encoding. A
 * character that it lacks becomes `?`, or is a `TypeError` if `fatal` is set.
 */
export class TextEncoder {
  #encoding;
  #other;

  constructor(label = undefined, options = undefined) {
    [this.#encoding, this.#other] = find(label, options);
  }

  get encoding() {
    return this.#encoding;
  }

  encode(input = '') {
    const text = `${input}`;
    return this.#other ? this.#other.encode(text, true) : native.encode(text);
  }

  encodeInto(source, destination) {
    if (this.#other) throw new TypeError('utfkit: encodeInto encodes only UTF-8');
    return native.encodeInto(`${source}`, destination);
  }
}

/** Encodes a stream of strings. The arguments are those of `TextEncoder`. */
export class TextEncoderStream {
  #encoding;
  #transform;

  constructor(label = undefined, options = undefined) {
    const [name, other] = find(label, options);
    this.#encoding = name;
    // A high surrogate at the end of a piece, which the next piece may complete.
    let high = '';
    const encode = (text, last, controller) => {
      const bytes = other ? other.encode(text, last) : native.encode(text);
      if (bytes.length > 0) controller.enqueue(bytes);
    };
    this.#transform = new TransformStream({
      transform(chunk, controller) {
        const text = high + `${chunk}`;
        const unit = text.charCodeAt(text.length - 1);
        high = unit >= 0xd800 && unit <= 0xdbff ? text[text.length - 1] : '';
        const whole = high === '' ? text : text.slice(0, -1);
        if (whole !== '') encode(whole, false, controller);
      },
      flush(controller) {
        encode(high, true, controller);
      },
    });
  }

  get encoding() {
    return this.#encoding;
  }

  get readable() {
    return this.#transform.readable;
  }

  get writable() {
    return this.#transform.writable;
  }
}

defineInterface(TextEncoder, ['encoding', 'encode', 'encodeInto']);
defineInterface(TextEncoderStream, ['encoding', 'readable', 'writable']);
