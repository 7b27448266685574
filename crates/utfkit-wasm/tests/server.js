// Serves a directory to the browser of a test.

import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * Starts a server. The result has its origin, the paths that were requested, and a function that
 * closes it.
 *
 * @param {string} directory
 */
export async function serve(directory) {
  const requested = [];
  const server = http.createServer((request, response) => {
    requested.push(request.url);
    const name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    const file = path.join(directory, name.endsWith('/') ? `${name}index.html` : name);
    if (!file.startsWith(directory) || !fs.existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('content-type', TYPES[path.extname(file)] ?? 'application/octet-stream');
    fs.createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin, requested, close };
}

/** The options of Debian's Chromium. `CHROMIUM` names another browser. */
export const launch = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
    ...['--disable-background-networking', '--disable-component-update'],
  ],
};
