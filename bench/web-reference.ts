import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBrotliCompress } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const SOURCES = fileURLToPath(new URL('reference/', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};
const STATES = 4;
const FIELDS = 15;

/** Rows as the reference list shows them: fifteen short texts, the fourth a state. */
function rowsOf(size: number) {
  return Array.from({ length: size }, (_, row) => ({
    id: `row-${row}`,
    ...Object.fromEntries(
      Array.from({ length: FIELDS }, (_, at) => [`field${at}`, at === 3 ? row % STATES : `粤B${row}-${at}`]),
    ),
  }));
}

/** Builds the reference pages into a folder of their own and serves them with brotli; `close` removes both. */
export async function serveReference(): Promise<{ address: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'boyun-reference-'));
  await build({
    root: SOURCES,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      rollupOptions: { input: ['login', 'list'].map((one) => join(SOURCES, `${one}.html`)) },
    },
  });
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://reference');
    if (url.pathname === '/rows') {
      const size = Math.min(Number(url.searchParams.get('size')) || 20, 200);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ rows: rowsOf(size), total: 3000 }));
      return;
    }
    const file = join(folder, url.pathname);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    response.setHeader('content-encoding', 'br');
    createReadStream(file).pipe(createBrotliCompress()).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
