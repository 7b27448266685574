// The map of a file: a cell per part, in the colour of the most frequent class of its bytes.

import { count, counted, element, table } from '../dom.js';

const CLASSES = [
  ['ascii', 'ASCII'],
  ['space', 'white space'],
  ['control', 'control characters'],
  ['nul', 'NUL'],
  ['lead', 'bytes from 80 to FF'],
  ['error', 'error'],
];
const ERROR = 5;
const COLUMNS = 64;

const scheme = matchMedia('(prefers-color-scheme: dark)');

/** Shows the map. */
export function mapView({ panel, blob, map, report, go }) {
  const cells = map.counts.length / (CLASSES.length - 1);
  const classes = new Uint8Array(cells);
  const totals = [0, 0, 0, 0, 0];
  for (let cell = 0; cell < cells; cell++) {
    const counts = map.counts.subarray(5 * cell, 5 * cell + 5);
    counts.forEach((number, at) => (totals[at] += number));
    // White space is in every text, so any other class counts more.
    const weighted = Array.from(counts, (number, at) => (at === 1 ? number / 4 : number));
    classes[cell] = weighted.indexOf(Math.max(...weighted));
  }
  const broken = new Set(report.findings.map((one) => Math.floor(one.offset / map.cell)));
  for (const cell of broken) if (cell < cells) classes[cell] = ERROR;

  const canvas = element('canvas', {
    width: COLUMNS,
    height: Math.max(1, Math.ceil(cells / COLUMNS)),
    role: 'img',
    'aria-label': `Map of ${counted(blob.size, 'byte')}. The table below has its numbers.`,
    click: ({ offsetX, offsetY }) => {
      const column = Math.floor((offsetX / canvas.clientWidth) * COLUMNS);
      const row = Math.floor((offsetY / canvas.clientHeight) * canvas.height);
      const cell = Math.min(cells - 1, row * COLUMNS + column);
      const first = report.findings.find((one) => Math.floor(one.offset / map.cell) === cell);
      go('bytes', { offset: first?.offset ?? cell * map.cell });
    },
  });
  const legend = CLASSES.map(([name, text]) =>
    element('li', {}, element('span', { class: `swatch ${name}` }), ` ${text}`),
  );
  const rows = CLASSES.slice(0, 5).map(([, text], at) => [text, count(totals[at])]);
  const places = [...broken].sort((a, b) => a - b).slice(0, 50);
  panel.append(
    element('p', {}, `Each cell is ${counted(map.cell, 'byte')}. Click a cell to see its bytes.`),
    element('ul', { class: 'legend' }, ...legend),
    canvas,
    table('The classes of all bytes', ['Class', 'Bytes'], rows),
  );
  if (places.length > 0) {
    panel.append(
      element('h3', {}, 'Parts with errors'),
      element(
        'div',
        { class: 'row' },
        ...places.map((cell) =>
          element(
            'button',
            { type: 'button', class: 'quiet', click: () => go('bytes', { offset: cell * map.cell }) },
            `From byte ${count(cell * map.cell)}`,
          ),
        ),
      ),
    );
  }
  draw();
  // Only the current map is drawn again.
  scheme.onchange = draw;

  function draw() {
    const style = getComputedStyle(document.documentElement);
    const colours = CLASSES.map(([name]) => style.getPropertyValue(`--class-${name}`).trim());
    const painter = canvas.getContext('2d');
    classes.forEach((kind, cell) => {
      painter.fillStyle = colours[kind];
      painter.fillRect(cell % COLUMNS, Math.floor(cell / COLUMNS), 1, 1);
    });
    // One row of cells would be one pixel high.
    const height = Math.max(4, Math.min(480, canvas.height * 8));
    canvas.style.setProperty('height', `${height}px`);
  }
  return {};
}
