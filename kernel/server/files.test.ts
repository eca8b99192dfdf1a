import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { startTestS3, type TestS3 } from '@boyun/test-server/s3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { SetClock } from './clock.ts';
import { type Files, makeFiles } from './files.ts';
import { makeLog } from './log.ts';
import { makeSecrets } from './secret.ts';

const clock = new SetClock(new Date('2026-03-04T05:00:00Z'));
const secrets = makeSecrets('a secret of the tests only');
const folder = mkdtempSync(join(tmpdir(), 'boyun-files-'));
let s3: TestS3;

beforeAll(async () => {
  s3 = await startTestS3();
});
afterAll(async () => {
  await s3?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const filesAt = (s3Url: string | null) => makeFiles({ folder, s3Url, secrets, clock, log: makeLog('silent') });
/** How often a busy store is tried before a pause. */
const TRIES = 4;
const picture = Buffer.from([0xff, 0xd8, 0, 1, 2, 0xff, 0xd9]);

async function read(files: Files, key: string): Promise<Buffer | null> {
  const stream = await files.open(key);
  return stream && buffer(stream);
}

describe.each([
  ['a folder', () => filesAt(null)],
  ['S3', () => filesAt(s3.url)],
])('files in %s', (_, make) => {
  test('come back as they were written, also when written twice', async () => {
    const files = make();
    const key = '7/passing/2026-03-04/a.b_c-1.jpg';
    await Promise.all([files.put(key, picture), files.put(key, picture)]);
    expect(await read(files, key)).toEqual(picture);
  });

  test('that are empty come back empty, and what is not there is null', async () => {
    const files = make();
    await files.put('7/export/2026-03-04/empty.csv', new Uint8Array());
    expect(await read(files, '7/export/2026-03-04/empty.csv')).toEqual(Buffer.alloc(0));
    expect(await read(files, '7/passing/2026-03-04/none.jpg')).toBeNull();
  });

  test('of a tenant are listed and cleared, however many, and those of others are not', async () => {
    const files = make();
    const keys = [1, 2, 3, 4, 5].map((one) => `8/upload/2026-03-04/${one}.jpg`);
    for (const key of [...keys, '88/upload/2026-03-04/1.jpg']) await files.put(key, picture);
    const listed = async (tenantId: number) => {
      const found: string[] = [];
      for await (const key of files.list(tenantId)) found.push(key);
      return found.sort();
    };
    expect(await listed(8)).toEqual(keys);
    await files.clear(8);
    expect(await listed(8)).toEqual([]);
    expect(await listed(88)).toHaveLength(1);
    await files.clear(88);
  });

  test('that were removed are not there any more, and removing them again is no error', async () => {
    const files = make();
    const key = '7/quarantine/2026-03-04/a.json';
    await files.put(key, picture);
    await files.remove(key);
    expect(await read(files, key)).toBeNull();
    await files.remove(key);
  });

  test('written to a draft first are stored unchanged, and the draft is removed', async () => {
    const files = make();
    const key = '7/export/2026-03-04/large.csv';
    const path = await files.newDraft();
    const content = Buffer.alloc(3_000_001, 'a line of a table\r\n');
    await writeFile(path, content);
    await files.putFile(key, path);
    expect((await read(files, key))!.equals(content)).toBe(true);
    await expect(stat(path)).rejects.toThrow('ENOENT');
    await files.remove(key);
  });

  test.each(['../secret', '7/passing/2026-03-04/../../x.jpg', '7/passing/a.jpg', 'passing/2026-03-04/a.jpg'])(
    'are never looked for at %s',
    async (key) => {
      const files = make();
      await expect(files.put(key, picture)).rejects.toThrow('not a file key');
      expect(await files.open(key)).toBeNull();
    },
  );
});

test('the store received the bucket and refused no signed request', async () => {
  expect([...s3.objects.keys()]).toEqual(['7/passing/2026-03-04/a.b_c-1.jpg', '7/export/2026-03-04/empty.csv']);
  expect(s3.refused.filter((code) => code !== 'NoSuchKey')).toEqual([]);
});

test.each([
  ['another secret', (url: URL) => void Object.assign(url, { password: 'wrong' }), 'S3 answered 403'],
  ['another key', (url: URL) => void Object.assign(url, { username: 'OTHER' }), 'S3 answered 403'],
  ['another region', (url: URL) => url.searchParams.set('region', 'us-east-1'), 'S3 answered 403'],
  ['another bucket', (url: URL) => void Object.assign(url, { pathname: '/nowhere' }), 'S3 answered 404'],
])('with %s both writing and reading fail aloud', async (_, change, sentence) => {
  const url = new URL(s3.url);
  change(url);
  const files = filesAt(url.href);
  await expect(files.put('7/passing/2026-03-04/a.jpg', picture)).rejects.toThrow(sentence);
  await expect(files.open('7/passing/2026-03-04/a.jpg')).rejects.toThrow(sentence);
});

test('a request to a briefly busy store is retried; one to a store that stays busy fails', async () => {
  const files = filesAt(s3.url);
  s3.beBusy(2);
  await files.put('7/passing/2026-03-04/busy.jpg', picture);
  s3.beBusy(1000);
  await expect(files.put('7/passing/2026-03-04/late.jpg', picture)).rejects.toThrow('S3 answered 503');
  s3.beBusy(0);
});

test('a spooled file is readable immediately; an unavailable store gets it later, even after a restart', async () => {
  const key = '7/passing/2026-03-04/handed.jpg';
  s3.beBusy(1000);
  const files = filesAt(s3.url);
  const refused = s3.refused.length;
  await files.spool(key, picture);
  expect(await read(files, key)).toEqual(picture);
  expect(s3.objects.has(key)).toBe(false);
  // The spool has given up for now: only a new process uploads the file.
  await vi.waitFor(() => expect(s3.refused.slice(refused)).toHaveLength(TRIES), { timeout: 60_000 });
  s3.beBusy(0);
  const later = filesAt(s3.url);
  await vi.waitFor(() => expect(s3.objects.get(key)).toEqual(picture), { timeout: 60_000 });
  expect(await read(later, key)).toEqual(picture);
  await later.remove(key);
  expect(await read(later, key)).toBeNull();
});

test('while the store is away, only so much waits for it; what there is no room for is refused', async () => {
  s3.beBusy(1000);
  const full = await mkdtemp(join(tmpdir(), 'boyun-spool-'));
  const files = makeFiles({
    folder: full,
    s3Url: s3.url,
    secrets,
    clock,
    log: makeLog('silent'),
    maxSpoolBytes: picture.length * 2,
  });
  await files.spool('7/passing/2026-03-04/one.jpg', picture);
  await files.spool('7/passing/2026-03-04/two.jpg', picture);
  await expect(files.spool('7/passing/2026-03-04/three.jpg', picture)).rejects.toMatchObject({ code: 'ESPOOL' });
  s3.beBusy(0);
  await files.remove('7/passing/2026-03-04/one.jpg');
  await files.spool('7/passing/2026-03-04/three.jpg', picture);
  expect(await read(files, '7/passing/2026-03-04/three.jpg')).toEqual(picture);
  for (const name of ['two', 'three']) await files.remove(`7/passing/2026-03-04/${name}.jpg`);
  await rm(full, { recursive: true, force: true });
});

test('a file removed while it is uploaded does not come back', async () => {
  const [key, next] = ['7/passing/2026-03-04/gone.jpg', '7/passing/2026-03-04/next.jpg'];
  const files = filesAt(s3.url);
  const refused = s3.refused.length;
  s3.beBusy(1);
  await files.spool(key, picture);
  await vi.waitFor(() => expect(s3.refused).toHaveLength(refused + 1), { timeout: 60_000, interval: 1 });
  await files.remove(key);
  // The next file is handed over after it.
  await files.spool(next, picture);
  await vi.waitFor(() => expect(s3.objects.has(next)).toBe(true), { timeout: 60_000 });
  expect(s3.objects.has(key)).toBe(false);
  await files.remove(next);
});

test('drafts that a process left behind are taken away after a day', async () => {
  const files = filesAt(null);
  const path = await files.newDraft();
  await writeFile(path, 'half a file');
  const begun = clock.now();
  onTestFinished(() => clock.set(begun));
  clock.set(new Date(begun.getTime() + 23 * 3_600_000));
  await files.newDraft();
  expect(await readFile(path, 'utf8')).toBe('half a file');
  clock.set(new Date(begun.getTime() + 25 * 3_600_000));
  await files.newDraft();
  await expect(stat(path)).rejects.toThrow('ENOENT');
});

test('the name a file is downloaded under is signed with its address', () => {
  const files = filesAt(null);
  const key = '7/export/2026-03-04/a.xlsx';
  const { searchParams } = new URL(files.sign(key, '车场 2026&1.xlsx'), 'http://localhost');
  const [e, s, n] = ['e', 's', 'n'].map((one) => searchParams.get(one)!) as [string, string, string];
  expect(n).toBe('车场 2026&1.xlsx');
  expect([files.check(key, e, s, n), files.check(key, e, s, 'other.xlsx'), files.check(key, e, s)]).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  ['as it was given', '', true],
  ['of another file', '7/passing/2026-03-04/b.jpg', false],
])('an address %s opens without signing in', (_, other, isGood) => {
  const files = filesAt(null);
  const key = '7/passing/2026-03-04/a.jpg';
  const address = new URL(files.sign(key), 'http://localhost');
  const [e, s] = [address.searchParams.get('e')!, address.searchParams.get('s')!];
  expect(files.check(other || key, e, s)).toBe(isGood);
});

test('a signed address is valid for minutes, stays equal for a while, and only its reader can renew it', () => {
  const before = clock.now();
  onTestFinished(() => clock.set(before));
  clock.set(new Date('2026-03-04T10:00:00Z'));
  const files = filesAt(null);
  const key = '7/upload/2026-03-04/a.jpg';
  const address = files.sign(key, '', 'reader');
  const holds = (one: string) => {
    const { searchParams } = new URL(one, 'http://localhost');
    return files.check(key, searchParams.get('e')!, searchParams.get('s')!);
  };
  clock.set(new Date('2026-03-04T10:09:59Z'));
  expect([files.sign(key, '', 'reader') === address, holds(address)]).toEqual([true, true]);
  clock.set(new Date('2026-03-04T10:20:00Z'));
  expect([holds(address), files.keyIn(address), files.keyIn(address, 'other')]).toEqual([false, null, null]);
  clock.set(new Date('2026-03-04T18:00:00Z'));
  const fresh = files.renew(address, 'reader')!;
  expect([holds(fresh), files.keyIn(address, 'reader')]).toEqual([true, key]);
  expect(files.renew(address, 'other')).toBe(null);
  expect(files.renew(address.replace('/7/', '/8/'), 'reader')).toBe(null);
  expect(files.renew(files.sign(key), 'reader')).toBe(null);
});
