// The findings of a text as marks: ranges of bytes, in order, that do not overlap.

/** The classes of marks, with their titles. The order is that of importance. */
export const CLASSES = {
  error: { title: 'Broken bytes', noun: 'broken place' },
  mojibake: { title: 'Mojibake', noun: 'misread place' },
  hidden: { title: 'Hidden or odd characters', noun: 'hidden or odd character' },
  lost: { title: 'Lost text', noun: 'lost place' },
};

/** The classes of observations that are not of hidden or odd characters. */
const CLASS_OF_SEEN = {
  mojibake: 'mojibake',
  replacement: 'lost',
  'ill-formed': 'error',
  overlong: 'error',
  surrogate: 'error',
};

/**
 * A mark. At least one of the last four is there.
 *
 * @typedef {object} Mark
 * @property {number} offset
 * @property {number} length in bytes
 * @property {'error' | 'mojibake' | 'hidden' | 'lost'} cls
 * @property {number} [line]
 * @property {object} [error] an error of `check`
 * @property {object} [fix] a fix of `repair`
 * @property {object} [choice] damage with two readings
 * @property {object} [seen] an observation of `audit`
 */

/** Words of one script that look like Latin ones are ordinary words of Russian or Greek. */
const isShown = ({ severity, class: cls }) => severity !== 'note' || cls !== 'confusable';

function classOf(mark) {
  if (mark.error) return 'error';
  if (mark.choice) return mark.choice.kind === 'mojibake' ? 'mojibake' : 'error';
  if (mark.fix) return mark.fix.kind.includes('bom') ? 'hidden' : 'mojibake';
  return CLASS_OF_SEEN[mark.seen.class] ?? 'hidden';
}

/** Joins results of several passes, each in the order of the offsets. Overlapping ones become one mark. */
export function merge({ errors = [], fixes = [], choices = [], seen = [] }) {
  const items = [
    ...errors.map((error) => ({ error })),
    ...fixes.map((fix) => ({ fix })),
    ...choices.map((choice) => ({ choice })),
    ...seen.filter(isShown).map((seen) => ({ seen })),
  ];
  const offsetOf = (item) => Object.values(item)[0].offset;
  items.sort((a, b) => offsetOf(a) - offsetOf(b));
  const marks = [];
  for (const item of items) {
    const [[kind, one]] = Object.entries(item);
    const last = marks.at(-1);
    if (last && one.offset < last.offset + last.length) {
      last[kind] ??= one;
      last.line ??= one.line;
      last.length = Math.max(last.length, one.offset + one.length - last.offset);
    } else {
      marks.push({ offset: one.offset, length: one.length, line: one.line, [kind]: one });
    }
  }
  for (const mark of marks) mark.cls = classOf(mark);
  return marks;
}

export class Marks {
  constructor(marks = []) {
    this.all = marks;
  }

  /** Returns the index of the first mark that begins at `offset` or later. */
  #from(offset) {
    let low = 0;
    let high = this.all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.all[middle].offset < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the mark that begins at `offset`. */
  at(offset) {
    const mark = this.all[this.#from(offset)];
    return mark?.offset === offset ? mark : undefined;
  }

  /** Returns the mark that has the byte at `offset`. */
  around(offset) {
    const mark = this.all[this.#from(offset + 1) - 1];
    return mark && offset < mark.offset + mark.length ? mark : undefined;
  }

  /** Returns the first mark after `offset`, or the first of all. */
  next(offset, cls) {
    return this.#search(this.#from(offset + 1), 1, cls);
  }

  /** Returns the last mark before `offset`, or the last of all. */
  previous(offset, cls) {
    return this.#search(this.#from(offset) - 1, -1, cls);
  }

  #search(from, step, cls) {
    const { length } = this.all;
    for (let tried = 0; tried < length; tried++) {
      const mark = this.all[(from + step * tried + length) % length];
      if (!cls || mark.cls === cls) return mark;
    }
    return undefined;
  }

  /** Returns the position of a mark among all, from 1. */
  positionOf(mark) {
    return this.#from(mark.offset) + 1;
  }

  /** Returns the number of marks of each class. */
  counts() {
    const counts = Object.fromEntries(Object.keys(CLASSES).map((cls) => [cls, 0]));
    for (const mark of this.all) counts[mark.cls]++;
    return counts;
  }

  /** Returns the number of hidden characters that are more than a note, such as a soft hyphen is. */
  get hiddenCount() {
    return this.all.filter(({ cls, seen }) => cls === 'hidden' && seen?.severity !== 'note').length;
  }

  /** Returns the start and the length of each mark, in one array that a worker can get. */
  ranges() {
    const ranges = new Float64Array(2 * this.all.length);
    this.all.forEach((mark, at) => {
      ranges[2 * at] = mark.offset;
      ranges[2 * at + 1] = mark.length;
    });
    return ranges;
  }

  /** Returns the number of marks of each class in each of `count` equal parts of `size` bytes. */
  bins(count, size) {
    const bins = Array.from({ length: count }, () => ({}));
    for (const mark of this.all) {
      const bin = bins[Math.min(count - 1, Math.floor((mark.offset / Math.max(1, size)) * count))];
      bin[mark.cls] = (bin[mark.cls] ?? 0) + 1;
    }
    return bins;
  }
}
