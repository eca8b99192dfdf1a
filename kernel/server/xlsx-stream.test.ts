import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { xlsxStream } from './xlsx-stream.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const columns = [
  { header: '名称 & "<x>"', width: 16, numFmt: '@' },
  { header: 'Amount', width: 12, numFmt: '#,##0.00' },
  { header: 'At', width: 20, numFmt: 'yyyy-mm-dd hh:mm:ss' },
  { header: 'Is', width: 8 },
];

/** Rows in batches of two. */
async function* each<T>(rows: readonly T[]) {
  for (let at = 0; at < rows.length; at += 2) yield rows.slice(at, at + 2);
}

const read = async (rows: Parameters<typeof xlsxStream>[0]) => {
  const book = await readXlsx(await buffer(xlsxStream(rows, { name: 'Orders 停车', columns })));
  return book.sheets[0]!;
};

const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.constantFrom(' led and followed ', '_x0041_', '=1+1', 'line\nline', '\u0001&\u001f', '粤B12345'),
);
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.integer().map((cents) => cents / 100),
  fc.constantFrom(0, 2 ** 31, -(2 ** 31), 1e15, 0.1 + 0.2, -0.005),
);
const row = fc.tuple(
  fc.option(text),
  fc.option(number),
  fc.option(fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })),
  fc.option(fc.boolean()),
);

/** What XML lacks even under another name. */
const readable = (value: string) => value.toWellFormed();

test('what is written is read again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (given) => {
      const rows = given.map(([name, amount, at, is]) => {
        const whole = at && new Date(Math.floor(at.getTime() / 1000) * 1000);
        return [name && readable(name), amount, whole, is] as const;
      });
      const { rows: found } = await read(each(rows));
      expect(found[0]).toEqual(columns.map((one) => one.header));
      for (const [index, [name, amount, at, is]] of rows.entries()) {
        const [foundName = null, foundAmount = null, foundAt = null, foundIs = null] = found[index + 1] ?? [];
        expect([foundName, foundIs]).toEqual([name, is]);
        expect(foundAmount ?? 0).toBe(amount === null ? 0 : amount + 0);
        // A day has no exact fraction for each second.
        expect(Math.abs(((foundAt as Date | null)?.getTime() ?? 0) - (at?.getTime() ?? 0))).toBeLessThan(10);
      }
    }),
    { numRuns: 60 },
  );
});

test('a text longer than a piece and a wide row are complete', async () => {
  const wide = Array.from({ length: 60 }, (_, at) => ({ header: `Column ${at}`, width: 10 }));
  const given = ['<'.repeat(70_000), ...Array.from({ length: 58 }, (_, at) => at), '长'];
  const book = await readXlsx(await buffer(xlsxStream(each([given, given]), { name: 'wide', columns: wide })));
  expect(book.sheets[0]!.rows).toEqual([wide.map((one) => one.header), given, given]);
});

test('rows wait until those before them are read', async () => {
  const [batches, perBatch] = [40, 4];
  // So long that packing cannot find it again: three quarters of each remain.
  const filler = randomBytes(30_000).toString('base64');
  let asked = 0;
  async function* many() {
    for (; asked < batches; asked += 1) yield Array.from({ length: perBatch }, () => [filler, 1, null, true] as const);
  }
  const stream = xlsxStream(many(), { name: 'x', columns });
  const packed: Uint8Array[] = [];
  const read = async () => {
    const { value, done } = await stream.next();
    if (!done) packed.push(value);
    return !done;
  };
  while (asked === 0) await read();
  // As many turns of the thread that packs as all rows would take, and nobody reads.
  for (let turn = 0; turn < batches; turn += 1) await promisify(deflateRaw)(filler.repeat(perBatch));
  expect(asked).toBeLessThan(batches / 2);
  while (await read());
  expect(asked).toBe(batches);
  expect((await readXlsx(Buffer.concat(packed))).sheets[0]!.rows).toHaveLength(1 + batches * perBatch);
});

test('who stops reading ends the rows', async () => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  async function* endless() {
    try {
      for (;;) yield [[randomBytes(30_000).toString('base64'), 1, null, true] as const];
    } finally {
      end();
    }
  }
  const stream = xlsxStream(endless(), { name: 'x', columns });
  for (let piece = 0; piece < 20; piece += 1) await stream.next();
  await stream.return(undefined);
  await ended;
});

test('rows that fail end the file with their error', async () => {
  async function* failing() {
    yield [['a', 1, null, true]];
    throw new Error('the database is gone');
  }
  await expect(buffer(xlsxStream(failing(), { name: 'x', columns }))).rejects.toThrow('the database is gone');
});
