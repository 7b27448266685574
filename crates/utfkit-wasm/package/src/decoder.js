// `TextDecoder` and `TextDecoderStream` of the WHATWG Encoding Standard, also for our encodings.

import { NOTHING, bytesOf, joined } from './bytes.js';
import { named } from './charset.js';
import { Converter } from './convert.js';
import { FORMS, Stream, illFormed } from './core.js';
import { whatwgName } from './labels.js';
import { node } from './load.js';

const Native = globalThis.TextDecoder;

/** The UTF-8 of this many bytes is decoded by the decoder of Node, whose calls are cheaper. */
const SHORT = 256;

/** Returns an argument of type dictionary. */
export function dictionary(value) {
  if (value === undefined || value === null) return {};
  if (typeof value === 'object' || typeof value === 'function') return value;
  throw new TypeError('utfkit: the options are not an object');
}

/** Decodes UTF-8 and UTF-16 with the small module. */
class Unicode {
  #name;
  #fatal;
  #stream;
  #skipsBom;
  #atStart = true;

  constructor(name, fatal, ignoreBOM) {
    this.#name = name;
    this.#fatal = fatal;
    this.#skipsBom = !ignoreBOM;
    this.#stream = new Stream(FORMS[name]);
  }

  decode(bytes, last) {
    let text = this.#stream.decode(bytes, last, this.#fatal);
    if (text === undefined) {
      if (last) this.#atStart = true;
      throw illFormed(this.#name);
    }
    if (this.#atStart && text !== '') {
      this.#atStart = false;
      if (this.#skipsBom && text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    }
    if (last) this.#atStart = true;
    return text;
  }
}

/** Decodes any encoding with the large module. */
class Other {
  #name;
  #converter;
  #decode;

  constructor(name, converter, decode) {
    this.#name = name;
    this.#converter = converter;
    this.#decode = decode;
  }

  decode(bytes, last) {
    let text = '';
    const finding = this.#converter.push(bytes, last, (converted) => {
      text += this.#decode(converted);
    });
    if (finding) throw illFormed(this.#name);
    return text;
  }
}

/** Decodes a charset with tables. */
class Tabled {
  #charset;
  #fatal;
  /** Creates a coder of the large module, which few texts need. */
  #newOther;
  #other;
  /** The start of a sequence that the last piece cut. */
  #carry = NOTHING;
  /** Whether the large module decodes the rest of the text. */
  #isOther = false;

  constructor(charset, fatal, newOther) {
    this.#charset = charset;
    this.#fatal = fatal;
    this.#newOther = newOther;
  }

  decode(piece, last) {
    const bytes = this.#carry.length === 0 ? piece : joined([this.#carry, piece]);
    this.#carry = NOTHING;
    const isOther = this.#isOther;
    this.#isOther = false;
    if (isOther) return this.#decodeOther(bytes, last);
    const { text, read, stops } = this.#charset.characters.decode(bytes, last, this.#fatal);
    if (stops) return text + this.#decodeOther(bytes.subarray(read), last);
    if (read < bytes.length) this.#carry = new Uint8Array(bytes.subarray(read));
    return text;
  }

  /** Decodes the rest. After an error, the next text begins. */
  #decodeOther(bytes, last) {
    this.#other ??= this.#newOther();
    const text = this.#other.decode(bytes, last);
    this.#isOther = !last;
    return text;
  }
}

const nativeUtf16 = node ? undefined : new Native('utf-16le', { ignoreBOM: true });

function decodeUnits(units) {
  if (!node) return nativeUtf16.decode(units);
  return node.Buffer.from(units.buffer, units.byteOffset, units.length).ucs2Slice();
}

const nativeUtf8 = new Native('utf-8', { ignoreBOM: true });

function decodeUtf8(bytes) {
  return nativeUtf8.decode(bytes);
}

/** Returns the name of the encoding, and a function that creates its decoder. */
function find(label, labelSet, fatal, ignoreBOM) {
  const standard = labelSet === 'whatwg' ? whatwgName(label) : undefined;
  if (labelSet === 'whatwg' && (standard === undefined || standard === 'replacement')) {
    const help = "all other encodings need the option `labelSet: 'iana'`";
    throw new RangeError(`utfkit: browsers do not know the label ${JSON.stringify(label)} (${help})`);
  }
  // The decoders of browsers are faster, and there from the start.
  if (!node && standard) return [standard, () => new Native(standard, { fatal, ignoreBOM })];
  if (standard in FORMS) return [standard, () => new Unicode(standard, fatal, ignoreBOM)];
  const { name: found, charset } = named(label, labelSet);
  const name = standard ?? found;
  // The BOM gives the byte order, and UTF-8 keeps it as a character.
  const keeps = ignoreBOM && !standard;
  const bom = keeps ? 'keep' : ignoreBOM ? 'forbid' : undefined;
  const newOther = () => {
    const converter = new Converter(label, keeps ? 'utf-8' : 'utf-16le', labelSet, fatal, { bom });
    return new Other(name, converter, keeps ? decodeUtf8 : decodeUnits);
  };
  return [name, charset ? () => new Tabled(charset, fatal, newOther) : newOther];
}

/**
 * Decodes bytes to a string, as `TextDecoder` of the WHATWG Encoding Standard does.
 *
 * `labelSet` also allows all other encodings. By default, only the labels of the standard exist.
 */
export class TextDecoder {
  #encoding;
  #fatal;
  #ignoreBOM;
  #decoder;
  /** The decoder of the platform, if it decodes everything. */
  #native;
  /** The decoder of the platform, if it is faster for short texts. */
  #short;
  /** Whether the last call was a part of a stream. */
  #isOpen = false;

  constructor(label = 'utf-8', options = undefined) {
    const text = `${label}`;
    const { fatal, ignoreBOM, labelSet = 'whatwg' } = dictionary(options);
    this.#fatal = Boolean(fatal);
    this.#ignoreBOM = Boolean(ignoreBOM);
    const [name, create] = find(text, labelSet, this.#fatal, this.#ignoreBOM);
    this.#encoding = name;
    this.#decoder = create();
    if (this.#decoder instanceof Native) this.#native = this.#decoder;
    if (node && name === 'utf-8') this.#short = new Native(name, options);
  }

  get encoding() {
    return this.#encoding;
  }

  get fatal() {
    return this.#fatal;
  }

  get ignoreBOM() {
    return this.#ignoreBOM;
  }

  decode(input = NOTHING, options = undefined) {
    if (this.#native) return this.#native.decode(input, options);
    if (options === undefined && !this.#isOpen && input.byteLength <= SHORT && this.#short) {
      return this.#short.decode(input);
    }
    this.#isOpen = options !== undefined && Boolean(dictionary(options).stream);
    return this.#decoder.decode(bytesOf(input), !this.#isOpen);
  }
}

/** Decodes a stream of bytes to a stream of strings. The options are those of `TextDecoder`. */
export class TextDecoderStream {
  #decoder;
  #transform;

  constructor(label = 'utf-8', options = undefined) {
    const decoder = new TextDecoder(label, options);
    this.#decoder = decoder;
    this.#transform = new TransformStream({
      transform(chunk, controller) {
        const text = decoder.decode(bytesOf(chunk), { stream: true });
        if (text !== '') controller.enqueue(text);
      },
      flush(controller) {
        const text = decoder.decode();
        if (text !== '') controller.enqueue(text);
      },
    });
  }

  get encoding() {
    return this.#decoder.encoding;
  }

  get fatal() {
    return this.#decoder.fatal;
  }

  get ignoreBOM() {
    return this.#decoder.ignoreBOM;
  }

  get readable() {
    return this.#transform.readable;
  }

  get writable() {
    return this.#transform.writable;
  }
}

defineInterface(TextDecoder, ['encoding', 'fatal', 'ignoreBOM', 'decode']);
defineInterface(TextDecoderStream, ['encoding', 'fatal', 'ignoreBOM', 'readable', 'writable']);

/** Makes the members of a class enumerable and gives it a tag, as Web IDL says. */
export function defineInterface(type, members) {
  for (const member of members) {
    Object.defineProperty(type.prototype, member, { enumerable: true });
  }
  Object.defineProperty(type.prototype, Symbol.toStringTag, {
    value: type.name,
    configurable: true,
  });
}
