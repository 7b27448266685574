// Small helpers for elements. Text is always set as text, never as HTML.

/**
 * Creates an element. Attributes with a function as value are listeners.
 *
 * @param {string} name
 * @param {Record<string, unknown>} attributes
 * @param {...(Node | string | number)} children
 */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(key, value);
    else if (value === true) node.setAttribute(key, '');
    else if (value !== false && value !== undefined && value !== null) node.setAttribute(key, value);
  }
  node.append(...children.map((child) => (typeof child === 'number' ? count(child) : child)));
  return node;
}

/** Returns a number with separators of thousands. */
export function count(number) {
  return number.toLocaleString('en');
}

/** Returns a number with its noun. */
export function counted(number, noun) {
  return `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** Characters that are invisible, or that change the order of the text around them. */
const UNSAFE = /(?![\uFE0E\uFE0F])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns text of the user with `<U+NNNN>` for each unsafe character, as the command writes it. */
export function visible(text) {
  return text.replace(UNSAFE, (character) => {
    const digits = character.codePointAt(0).toString(16).toUpperCase();
    return `<U+${digits.padStart(4, '0')}>`;
  });
}

/** Returns text of the user as an element that does not change the order of the text around it. */
export function isolated(text) {
  return element('bdi', {}, visible(text));
}

/** Returns bytes as hexadecimal digits. */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
}

/** Returns a list of terms and values. Rows without a value are left out. */
export function facts(rows) {
  const list = element('dl');
  for (const [term, value] of rows) {
    if (value === null || value === undefined || value === '') continue;
    list.append(element('dt', {}, term), element('dd', {}, value));
  }
  return list;
}

/** Returns a table. Each row is a node, or an array of cells: nodes or texts. */
export function table(caption, heads, rows) {
  const head = element('tr', {}, ...heads.map((text) => element('th', { scope: 'col' }, text)));
  const body = rows.map((row) =>
    row instanceof Node ? row : element('tr', {}, ...row.map((cell) => element('td', {}, cell))),
  );
  return element(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
    element('table', {}, element('caption', {}, caption), element('thead', {}, head), element('tbody', {}, ...body)),
  );
}

/** Lets the user save bytes as a file. */
export function download(name, parts) {
  const url = URL.createObjectURL(new Blob(parts, { type: 'application/octet-stream' }));
  const link = element('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
