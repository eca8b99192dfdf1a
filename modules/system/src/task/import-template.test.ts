import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  user = await server.newTenant();
});
afterAll(() => server?.stop());

test('the template has headers with required ones marked, rules as notes, and drop-down choices', async () => {
  const { data } = await user.call('/api/parkSpot/template');
  const bytes = Buffer.from(/^data:[^,]+;base64,(.+)$/.exec(data)![1]!, 'base64');
  const { sheets } = await readXlsx(bytes);
  const [sheet] = sheets;
  const heads = sheet!.rows[0] as string[];
  expect(heads.slice(0, 2)).toEqual(['车位号 *', '所属车场 *']);
  const noteOf = (head: string) => sheet!.cells!.get(`0,${heads.indexOf(head)}`)!.comment!.text;
  expect(noteOf('车位号 *')).toBe('必填；最多32个字符');
  expect(noteOf('状态')).toBe('选填；可选：空闲、占用、停用；不填时为空闲');
  const letter = String.fromCharCode(65 + heads.indexOf('状态'));
  expect(sheet!.dataValidations).toContainEqual(
    expect.objectContaining({ type: 'list', values: ['空闲', '占用', '停用'], range: `${letter}2:${letter}50001` }),
  );
  const clerk = await server.newUser(user, ['spot.list']);
  expect((await clerk.call('/api/parkSpot/template')).code).toBe('kernel.no-permission');
});
