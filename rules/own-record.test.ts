import { modules } from '@boyun/server/modules';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { everyRight, fillTables, plantRows } from './furnished-tenant.ts';

const reports = modules
  .flatMap((one) => one.contract.reports)
  .filter(({ access }) => access !== 'platform' && access !== 'device');

let server: TestServer;
/** Has every permission in the owner's tenant, but no records. */
let loner: TestUser;
const owned = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { isAlone: true });
  const owner = await server.newTenant();
  await fillTables(owner, owned);
  await plantRows(server, owner, owned);
  loner = await server.newUser(owner, everyRight);
  const roles = await owner.call('/api/role/list', { Name: loner.account });
  await owner.call('/api/role/update', { Id: roles.data.Rows[0].Id, Scope: 'own' });
});
afterAll(() => server?.stop());

describe('an account limited to its own records', () => {
  /** Kinds without a person who handles them: created by cars or by the product, or shared by all. */
  const OF_NOBODY = [
    '/api/billRule/listReplays',
    '/api/boxWork/list',
    '/api/businessManage/findPassRecord',
    '/api/openApi/key/list',
    '/api/openApi/webhook/deliveries',
    '/api/openApi/webhook/list',
    '/api/order/getOrderPage',
    '/api/patrolCar/finding/list',
    '/api/placeCode/getPage',
    '/api/push/send/list',
    '/api/videoServer/streams',
  ];
  /** Kinds visible to all until a person takes them. */
  const TO_BE_TAKEN = [
    '/api/alarm/list',
    '/api/laneMonitor/getCalls',
    '/api/parkLotInspect/list',
    '/api/parkLotInspect/round/list',
    '/api/stockTake/list',
    '/api/userFeedback/list',
  ];

  test.each(reports)('sees no others’ records in the report $path', async ({ path }) => {
    const { data } = await loner.call(path);
    const text = JSON.stringify(data?.Rows ?? []);
    expect([...owned.values()].some((id) => text.includes(id))).toBe([...OF_NOBODY, ...TO_BE_TAKEN].includes(path));
  });
});
