import { monitorEventLoopDelay } from 'node:perf_hooks';
import { rawWorkbook } from '@boyun/test-server/archive';
import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { isAlone: true });
  user = await server.newTenant();
  await user.call('/api/parkLot/create', { Name: '南山停车场', Code: 'NS', Capacity: 500 });
});
afterAll(() => server?.stop());

async function upload(bytes: Buffer, values: Record<string, string> = {}, language = 'zh'): Promise<Answer> {
  const body = new FormData();
  for (const [key, value] of Object.entries(values)) body.append(key, value);
  body.append('File', new Blob([new Uint8Array(bytes)]), 'rows.xlsx');
  const headers = { authorization: `Bearer ${user.token}`, cookie: `language=${language}` };
  const response = await fetch(`${server.url}/api/parkSpot/import`, { method: 'POST', headers, body });
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
}

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const HEADS = `<row>${text('车位号')}${text('所属车场')}</row>`;
const spot = (number: string) => `<row>${text(number)}${text('南山停车场')}</row>`;
const strings = (count: number) => '<si><t>aa</t></si>'.repeat(count);

test.each([
  ['zh', 'false', '文件解压后的一个部分超过64 MB，请拆分文件后再导入'],
  ['en', 'true', 'A part of the file is larger than 64 MB when unpacked, split the file and import the parts'],
])(
  'a small workbook of 15,000,000 shared strings is refused: %s, Background=%s',
  async (language, Background, message) => {
    const bytes = rawWorkbook({ sheets: [HEADS + spot('A1')], strings: strings(15_000_000) });
    expect(bytes.length).toBeLessThan(1_000_000);
    expect(await upload(bytes, { Background }, language)).toMatchObject({ code: 'kernel.import-unpacked', message });
    expect((await user.call('/api/parkLot/list')).state).toBe('success');
  },
);

test('the size that the directory of an archive claims is not believed', async () => {
  const bytes = rawWorkbook({ sheets: [HEADS], strings: strings(4_000_000) }, 10);
  expect((await upload(bytes)).code).toBe('kernel.import-unpacked');
});

test.each([
  ['strings', () => rawWorkbook({ sheets: [HEADS], strings: strings(600_001) }), 'import-strings', '600,000'],
  [
    'elements of a part that is no sheet',
    () => rawWorkbook({ sheets: [HEADS], strings: `<si>${'<r/>'.repeat(1_500_001)}</si>` }),
    'import-elements',
    '1,500,000',
  ],
  [
    'places of cells that are far to the right',
    () => rawWorkbook({ sheets: [HEADS + '<row><c r="XFD1"/></row>'.repeat(700)] }),
    'import-cells',
    '10,000,000',
  ],
  [
    'characters of a cell',
    () => rawWorkbook({ sheets: [HEADS + spot('x'.repeat(2_000_000))] }),
    'import-cell-length',
    '32,767',
  ],
  [
    'characters of a cell that is a section of characters',
    () => rawWorkbook({ sheets: [HEADS + spot(`<![CDATA[${'x'.repeat(2_000_000)}]]>`)] }),
    'import-cell-length',
    '32,767',
  ],
  ['sheets', () => rawWorkbook({ sheets: Array.from({ length: 101 }, () => HEADS) }), 'import-sheet-count', '100'],
  ['parts', () => rawWorkbook({ sheets: Array.from({ length: 2000 }, () => '') }), 'import-parts', '2,000'],
  ['columns', () => rawWorkbook({ sheets: [`<row>${text('x').repeat(1001)}</row>`] }), 'import-columns', '1,000'],
  ['rows', () => rawWorkbook({ sheets: [HEADS + spot('A').repeat(200_001)] }), 'import-too-many', '50,000'],
  [
    'characters of all cells, each string used again and again',
    () =>
      rawWorkbook({
        sheets: [HEADS + '<row><c t="s"><v>0</v></c></row>'.repeat(2100)],
        strings: `<si><t>${'x'.repeat(32_767)}</t></si>`,
      }),
    'import-text',
    '67,108,864',
  ],
  ['characters of a cell of text', () => Buffer.from(`a,${'b'.repeat(70_000)}`), 'import-cell-length', '32,767'],
  ['characters in quotes', () => Buffer.from(`"${'b,'.repeat(40_000)}`), 'import-cell-length', '32,767'],
  ['cells of text', () => Buffer.from(','.repeat(10_000_001)), 'import-cells', '10,000,000'],
])('a file with too many %s is refused with the bound', async (_, bytes, key, limit) => {
  const answer = await upload(bytes(), { OnlyHeads: 'true' });
  expect(answer.code).toBe(`kernel.${key}`);
  expect(answer.message).toContain(limit);
});

test('a text may hold marks that end a line, and a quoted one quotation marks', async () => {
  const bytes = Buffer.from('车位号,所属车场,备注\n"A""1",南山停车场,a\u2028b\n"A,2",南山停车场,"x\ny"\n');
  expect((await upload(bytes)).data).toMatchObject({ Total: 2, SuccessNum: 2 });
});

test('while a large legal workbook is read the server answers others', async () => {
  const bytes = rawWorkbook({ sheets: [HEADS + spot('A1')], strings: strings(300_000) });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const begun = performance.now();
  let isRead = false;
  let answered = 0;
  const reading = upload(bytes, { OnlyHeads: 'true' }).finally(() => {
    isRead = true;
  });
  delay.enable();
  while (!isRead) {
    await (await fetch(`${server.url}/healthz`)).text();
    answered += 1;
  }
  delay.disable();
  expect((await reading).state).toBe('success');
  const took = performance.now() - begun;
  expect(answered).toBeGreaterThan(10);
  expect(delay.max / 1e6).toBeLessThan(took / 2);
});
