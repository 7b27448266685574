// Numbers and bytes in words.

/** Returns an integer with separators of thousands. The formatter of browsers takes long to start. */
export function count(number) {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Returns a number with its noun. */
export function counted(number, noun, plural = `${noun}s`) {
  return `${count(number)} ${number === 1 ? noun : plural}`;
}

/** Returns the length of a file in a unit that people read. */
export function sizeOf(bytes) {
  if (bytes < 1000) return counted(bytes, 'byte');
  const units = ['kB', 'MB', 'GB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < 2) {
    value /= 1000;
    unit++;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** Returns bytes as hexadecimal digits. */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
}

/** Returns a code point as `U+00E9`. */
export function notation(point) {
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}
