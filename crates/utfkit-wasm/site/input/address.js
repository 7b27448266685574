// A small sample in the address of the page, after `#`. Browsers do not send that part to the server.

import { fromHex } from './forms.js';

/** The maximum number of bytes in an address. */
export const MAX = 2048;

/** Returns the address of the page with the bytes of `blob`. */
export async function addressOf(blob) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const address = new URL(location.href);
  address.hash = `hex=${digits}`;
  return address.href;
}

/** Returns the sample in the address, or `undefined`. */
export function fromAddress() {
  const digits = /^#hex=([0-9a-f]+)$/i.exec(location.hash)?.[1];
  const bytes = digits && digits.length <= 2 * MAX ? fromHex(digits) : undefined;
  return bytes && { blob: new Blob([bytes]), name: 'sample.txt' };
}
