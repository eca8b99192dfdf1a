import { fill } from '@boyun/kernel/contract';
import { SetClock, systemWho } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { phoneBridge } from './phone-bridge.service.ts';
import { MOST_LOOKUPS, MOST_SMS_PER_PLATE } from './plate-contact.contract.ts';
import { plateContactFound } from './plate-contact-event.contract.ts';

const BASE = '/api/plateContact';
const START = '2026-03-15T04:00:00Z';
const MOBILE = '13800138005';
const PLATE = '粤B60005';
const clock = new SetClock(new Date(START));
const calls: object[] = [];
let server: TestServer;
let admin: TestUser;
let lots: readonly string[];

beforeAll(async () => {
  const bridge = {
    isReady: async () => true,
    connect: async (_: unknown, call: object) => `call ${calls.push(call)}`,
  };
  server = await startTestServer(inject('databaseUrl'), { clock, fillings: [fill(phoneBridge, bridge)] });
  admin = await server.newTenant();
  const lot = async (Code: string) =>
    (await admin.call('/api/parkLot/create', { Name: `${Code}车场`, Code, Capacity: 9 })).data.Id as string;
  lots = [await lot('NEAR'), await lot('FAR')];
  await own(PLATE, '王小明', MOBILE);
});
afterAll(() => server?.stop());

let spots = 0;
/** Makes somebody the owner of a plate: the tenant of a spot. */
async function own(Plate: string, OwnerName: string, OwnerPhone: string): Promise<void> {
  spots += 1;
  const LotId = lots[1]!;
  const SpotId = (await admin.call('/api/parkSpot/create', { Number: `S${spots}`, LotId })).data.Id;
  const entry = { Plate, OwnerName, OwnerPhone, LotId, SpotId, ValidFrom: '2026-01-01T00:00:00Z' };
  expect((await admin.call('/api/billFixedPlate/create', entry)).message).toBe('');
}
const guard = (rights: readonly string[] = ['plate-lookup.find'], lotIds: readonly string[] | null = null) =>
  server.newUser(admin, rights, lotIds);
const find = (user: TestUser, plate = PLATE) => user.call(`${BASE}/find`, { Plate: plate, Reason: '挡住通道' });
const write = (user: TestUser, LookupId: string, more: object = {}) => user.call(`${BASE}/text`, { LookupId, ...more });
const sends = async () => (await admin.call('/api/push/send/list', { Channel: 'sms', Page: 1, PerPage: 50 })).data.Rows;
const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms));
const park = (lotId: string, plate: string) =>
  server.product.kernel.database.inTenant(systemWho(admin.tenantId), (tx) =>
    tx.query(
      'insert into car_inside (tenant_id, lot_id, plate, plate_key, order_id, entered_at) values ($1, $2, $3, $3, $4, $5)',
      [admin.tenantId, lotId, plate, tx.newId(), tx.now],
    ),
  );

describe('§2 /_cloud_Public/plateToMobile', () => {
  test('the mobile is masked, also for who may see numbers, and neither the answer nor the records contain it', async () => {
    const answer = await find(admin);
    expect(answer.data).toMatchObject({ MobileMark: '138****8005', OwnerMark: '王**', Source: 'list', CanCall: true });
    const log = await admin.call('/api/auditLog/list', { Action: 'plate-contact.found' });
    expect(log.data.Rows[0]).toMatchObject({ Subject: PLATE, SubjectId: answer.data.LookupId });
    const history = await admin.call(`${BASE}/list`, { Plate: PLATE, Page: 1, PerPage: 20 });
    expect(history.data.Rows[0]).toMatchObject({ Plate: PLATE, Reason: '挡住通道', MobileMark: '138****8005' });
    expect(JSON.stringify([answer, log, history])).not.toContain(MOBILE);
    const events = await server.product.kernel.database.system<{ data: object }>(
      `select data from event where tenant_id = $1 and kind = $2`,
      [admin.tenantId, plateContactFound.kind],
    );
    expect(events.length).toBeGreaterThan(0);
    expect(JSON.stringify(events)).not.toContain(MOBILE);
  });

  test('strangers get nothing: signed out, without the right, another tenant, part of a plate, no reason', async () => {
    expect((await server.call(`${BASE}/find`, { Plate: PLATE, Reason: '挡住通道' })).status).toBe(401);
    expect((await find(await server.newUser(admin))).code).toBe('kernel.no-permission');
    expect((await find(await server.newTenant())).data).toMatchObject({
      MobileMark: null,
      OwnerMark: null,
      Source: null,
    });
    expect((await find(admin, '60005')).code).toBe('kernel.bad-input');
    expect((await admin.call(`${BASE}/find`, { Plate: PLATE, Reason: '' })).code).toBe('kernel.bad-input');
  });

  test('an account of some lots finds only cars that stand in one of them', async () => {
    const plate = '粤B60006';
    await own(plate, '李四', '13900139006');
    const limited = await guard(['plate-lookup.find', 'plate-lookup.list'], [lots[0]!]);
    expect((await find(limited, plate)).data.MobileMark).toBeNull();
    await park(lots[1]!, plate);
    expect((await find(limited, plate)).data.MobileMark).toBeNull();
    await park(lots[0]!, plate);
    expect((await find(limited, plate)).data.MobileMark).toBe('139****9006');
    const { Rows } = (await limited.call(`${BASE}/list`, { Page: 1, PerPage: 20 })).data;
    expect(Rows.map((one: { LotId: string }) => one.LotId)).toEqual([lots[0]]);
  });

  test('an SMS reaches the owner; only who looked the plate up sends it, not twice and not too late', async () => {
    const user = await guard();
    const { LookupId } = (await find(user)).data;
    expect((await write(await guard(), LookupId)).code).toBe('kernel.not-found');
    expect(await write(user, LookupId, { Note: '地下一层', Callback: '0755-26001234' })).toMatchObject({
      state: 'success',
    });
    const [sent] = await sends();
    expect(sent).toMatchObject({ Recipient: '138****8005', Title: `请移动您的车辆：${PLATE}` });
    expect(sent.Body).toContain('地下一层');
    expect((await write(user, LookupId)).code).toBe('plate-contact.just-texted');
    later(31 * 60_000);
    expect((await write(user, LookupId)).code).toBe('plate-contact.late');
    for (let count = 1; count < MOST_SMS_PER_PLATE; count += 1) {
      expect((await write(user, (await find(user)).data.LookupId)).state).toBe('success');
      later(6 * 60_000);
    }
    expect((await write(user, (await find(user)).data.LookupId)).code).toBe('plate-contact.texted-often');
    const { Rows } = (await admin.call(`${BASE}/list`, { Plate: PLATE, Page: 1, PerPage: 50 })).data;
    const counts = Rows.map((one: { SmsCount: number }) => one.SmsCount);
    expect(counts.reduce((sum: number, one: number) => sum + one, 0)).toBe(MOST_SMS_PER_PLATE);
  });

  test('a call connects both without showing a number', async () => {
    const { LookupId } = (await find(admin)).data;
    expect((await admin.call(`${BASE}/call`, { LookupId })).code).toBe('plate-contact.no-bridge');
    await server.product.kernel.database.inTenant(systemWho(admin.tenantId), (tx) =>
      tx.query('update account set mobile = $2 where tenant_id = $1', [admin.tenantId, '13700137000']),
    );
    const answer = await admin.call(`${BASE}/call`, { LookupId });
    expect([answer.state, calls]).toEqual(['success', [{ from: '13700137000', to: MOBILE }]]);
    expect(JSON.stringify(answer)).not.toContain(MOBILE);
  });

  test('one person looks up so many plates an hour, also at once', async () => {
    const user = await guard();
    const answers = await Promise.all(
      Array.from({ length: MOST_LOOKUPS.hour + 5 }, (_, index) => find(user, `粤B7${String(index).padStart(4, '0')}`)),
    );
    const done = answers.filter((one) => one.state === 'success').length;
    expect(done).toBe(MOST_LOOKUPS.hour);
    expect(new Set(answers.filter((one) => one.state !== 'success').map((one) => one.code))).toEqual(
      new Set(['plate-contact.too-many']),
    );
    later(3_600_001);
    expect((await find(user)).state).toBe('success');
  });
});
