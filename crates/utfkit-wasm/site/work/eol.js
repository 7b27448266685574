// Changes the line ends of a text in UTF-8.

const CR = 0x0d;
const LF = 0x0a;
const ENDS = { lf: [LF], crlf: [CR, LF], cr: [CR] };

/** Creates a stream that writes each line end as `eol`. CR, LF and CRLF are line ends. */
export function lineEnds(eol) {
  const end = ENDS[eol];
  let isAfterCr = false;
  return new TransformStream({
    transform(bytes, controller) {
      const output = new Uint8Array(2 * bytes.length);
      let length = 0;
      for (const byte of bytes) {
        if (byte === CR || (byte === LF && !isAfterCr)) for (const one of end) output[length++] = one;
        else if (byte !== LF) output[length++] = byte;
        isAfterCr = byte === CR;
      }
      if (length > 0) controller.enqueue(output.subarray(0, length));
    },
  });
}
