// Small helpers for elements. Text is always set as text, never as HTML.

import { visible } from './model/names.js';

/**
 * Creates an element. Attributes with a function as value are listeners.
 *
 * @param {string} name
 * @param {Record<string, unknown>} attributes
 * @param {...(Node | string | undefined)} children
 */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(key, value);
    else if (value === true) node.setAttribute(key, '');
    else if (value !== false && value !== undefined && value !== null) node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child !== undefined && child !== ''));
  return node;
}

/** Creates a button. */
export function button(text, click, attributes = {}) {
  return element('button', { type: 'button', click, ...attributes }, text);
}

/** Returns text of the user as an element that does not change the order of the text around it. */
export function isolated(text, attributes = {}) {
  return element('bdi', attributes, visible(text));
}

/** Returns the nodes of a message, in which backquotes are around code. */
export function prose(message) {
  return message.split('`').map((part, at) => (at % 2 === 0 ? part : element('code', {}, visible(part))));
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

/** Lets the user save a blob as a file. */
export function download(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = element('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Returns a function that calls `act` once before the next frame, no matter how often it is called. */
export function framed(act) {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      act();
    });
  };
}
