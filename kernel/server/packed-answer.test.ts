import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { packAnswers } from './packed-answer.ts';

const rows = Array.from({ length: 2000 }, (_, id) => ({ Id: id, Name: `停车场 ${id}` }));
const app = fastify();
packAnswers(app);
app.get('/large', async () => ({ rows }));
app.get('/small', async () => ({ rows: rows.slice(0, 3) }));
app.get('/text', async (_request, reply) => reply.type('text/csv').send('a,b\n'.repeat(20_000)));
const ask = (url: string, encodings?: string) =>
  app.inject({ url, ...(encodings ? { headers: { 'accept-encoding': encodings } } : {}) });

test('a large answer is packed, and says the same', async () => {
  const answer = await ask('/large', 'br, gzip');
  expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  const { rawPayload: packed } = answer;
  expect(Number(answer.headers['content-length'])).toBe(packed.length);
  expect(JSON.parse(gunzipSync(packed).toString())).toEqual({ rows });
  expect(packed.length * 4).toBeLessThan(JSON.stringify({ rows }).length);
});

test.each([
  ['/large', undefined],
  ['/large', 'br'],
  ['/large', 'gzip;q=0, br'],
  ['/small', 'gzip'],
  ['/text', 'gzip'],
])('%s is sent as it is to those that accept %s', async (url, encodings) => {
  const answer = await ask(url, encodings);
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.payload).toMatch(/^(\{"rows":|a,b)/);
});
