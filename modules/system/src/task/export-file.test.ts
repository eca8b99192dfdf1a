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

test('dates are dates, money is a number with two decimals, plates and codes are texts', async () => {
  await user.call('/api/area/create', { Name: '0012', Target: '1234.50' });
  await user.call('/api/billBlackPlate/create', {
    Plate: '粤B12345',
    ValidFrom: '2026-03-15T00:30:00Z',
    Reason: '=1+1',
  });
  const open = async (path: string) => {
    const { data } = await user.call(path, { QueryAll: true });
    const bytes = new Uint8Array(await (await fetch(server.url + data)).arrayBuffer());
    const [sheet] = (await readXlsx(bytes, { readStyles: true })).sheets;
    const at = (head: string) => {
      const column = sheet!.rows[0]!.indexOf(head);
      return { value: sheet!.rows[1]![column], format: sheet!.cells?.get(`1,${column}`)?.style?.numFmt };
    };
    return at;
  };
  const area = await open('/api/area/export');
  expect(area('名称')).toEqual({ value: '0012', format: '@' });
  expect(area('月收入目标')).toEqual({ value: 1234.5, format: '#,##0.00' });
  const rule = await user.call('/api/billRule/createFromTemplate', { Name: 'Per entry', Template: 'per-entry' });
  const stay = {
    Name: 'S',
    Entry: '2026-03-04 09:00',
    Exit: '2026-03-04 10:00',
    VehicleKind: 'large',
    Expected: '5.00',
  };
  const example = { ...stay, ChargeRuleId: rule.data.Id };
  expect(await user.call('/api/billRuleExample/create', example)).toMatchObject({ state: 'success' });
  expect((await open('/api/billRuleExample/export'))('车型').value, 'a usual value reads as its label').toBe('大型车');
  const black = await open('/api/billBlackPlate/export');
  expect(black('车牌')).toEqual({ value: '粤B12345', format: '@' });
  // Eight in the morning in the tenant's zone: spreadsheets store wall-clock times as if they were UTC.
  expect(black('生效时间')).toEqual({ value: new Date('2026-03-15T08:30:00Z'), format: 'yyyy-mm-dd hh:mm:ss' });
  expect(black('失效时间').value).toBeNull();
  expect(black('原因').value, 'a text is no formula').toBe('=1+1');
});

test('filters and pages may come in an object of their own', async () => {
  await user.call('/api/area/create', { Name: 'A1', Target: '1.00' });
  await user.call('/api/area/create', { Name: 'A2', Target: '1.00' });
  const names = async (body: object) => {
    const { data } = await user.call('/api/area/export', body);
    const bytes = new Uint8Array(await (await fetch(server.url + data)).arrayBuffer());
    const [head, ...rows] = (await readXlsx(bytes)).sheets[0]!.rows;
    return rows.map((row) => row[head!.indexOf('名称')]);
  };
  const shell = { key: 'area', total: 1, exportAll: false, isCustomExport: false };
  expect(await names({ ...shell, param: { Name: 'A', page: 1, PerPage: 1, Type: 1, searchType: 1 } })).toEqual(['A2']);
  expect(await names({ ...shell, param: { Name: 'A1', QueryAll: true } })).toEqual(['A1']);
});
