import { equal } from 'node:assert/strict';
import { recordPassing } from '@boyun/passings/server';
import { COMPANY, newIssuer } from './invoice.ts';
import type { TestServer, TestUser } from './server.ts';
import { playShift } from './shift.ts';
import { now, nowMs } from './time.ts';
import { TestWallets } from './wallet.ts';

/** A tenant after a day, and its lot. */
export interface LivedDay {
  readonly user: TestUser;
  readonly lotId: string;
}

async function create(user: TestUser, path: string, values: object): Promise<string> {
  const answer = await user.call(`${path}/create`, values);
  equal(`${path} ${answer.message}`, `${path} `);
  return answer.data.Id;
}

/** A lot with one lane each way, and a little of everything: free, paid, owing, voided, closed and open stays. */
export async function liveADay(server: TestServer): Promise<LivedDay> {
  const { kernel } = server.product;
  const user = await server.newTenant();
  const done = async (path: string, body: object) =>
    equal(`${path} ${(await user.call(path, body)).message}`, `${path} `);
  const lotId = await create(user, '/api/parkLot', { Name: 'North-lot', Code: 'N', Capacity: 50 });
  const rule = { Name: 'Rule', Template: 'first-hour-then-hourly-cap-15' };
  const chargeRuleId = (await user.call('/api/billRule/createFromTemplate', rule)).data.Id;
  await create(user, '/api/billRuleBinding', { LotId: lotId, ChargeRuleId: chargeRuleId });
  const drive = async (direction: 'entry' | 'exit') => {
    const gateId = await create(user, '/api/gate', { Name: direction, LotId: lotId, Direction: direction });
    const lane = { Name: direction, Code: direction, GateId: gateId, Direction: direction };
    const laneId = await create(user, '/api/lane', lane);
    const cameraId = await create(user, '/api/camera', { Name: direction, LaneId: laneId });
    let count = 0;
    return (plate: string, minutesAgo: number) =>
      recordPassing(
        kernel,
        {
          tenantId: user.tenantId,
          cameraId,
          cameraName: direction,
          serialNo: null,
          laneId,
          lotId,
          direction,
          protocol: 'vzenith-http',
          zone: 'Asia/Shanghai',
        },
        {
          eventKey: `${++count}`,
          plate,
          plateColor: 1,
          confidence: 95,
          vehicleKind: null,
          happenedAt: new Date(nowMs() - minutesAgo * 60_000),
          isOffline: minutesAgo > 0,
          picture: null,
        },
      );
  };
  const enter = await drive('entry');
  const leave = await drive('exit');
  await done('/api/parkLot/open', { LotId: lotId });
  await enter('粤B10001', 300);
  await leave('粤B10001', 30);
  await enter('粤B10002', 310);
  await leave('粤B10002', 0);
  await enter('粤B10003', 200);
  await enter('粤B10004', 190);
  await enter('粤B10004', 0);
  await enter('粤B10005', 180);
  const inside = await user.call('/api/order/getInLotPage', {});
  const idOf = (plate: string) => inside.data.Rows.find((one: { Plate: string }) => one.Plate === plate)?.Id;
  await done('/api/order/void', { OrderId: idOf('粤B10003'), Reason: 'a misread plate' });
  for (const plate of ['粤B10002', '粤B10005']) {
    const order = { OrderId: idOf(plate) };
    const { data } = await user.call('/api/order/getOrder', order);
    const amount = inside.data.Rows.find((one: { Plate: string }) => one.Plate === plate).Due ?? data.Order.Due;
    await done('/api/order/collectCash', { ...order, Amount: amount });
  }
  await server.until('the car that paid is out', async () => {
    const { data } = await user.call('/api/order/getOrderPage', { Plate: '粤B10002' });
    return data.Rows[0].ParkingState === 'left';
  });
  await newIssuer(user);
  const bills = (await user.call('/api/invoice/findInvoiceable', { OrderId: idOf('粤B10002') })).data.Items;
  await done('/api/invoice/issue', { Items: [{ BillId: bills[0].BillId }], ...COMPANY });
  const packRuleId = await create(user, '/api/packRule', { Name: 'Month', Price: '300.00' });
  const since = { ValidFrom: now().toISOString() };
  const pack = { PackRuleId: packRuleId, LotId: lotId, Plates: ['粤B10009'], OwnerName: 'Li', Amount: '300.00' };
  const sale = await user.call('/api/pack/sell', { ...pack, ...since });
  await done('/api/pack/refund', { PackId: sale.data.PackId, Amount: '100.00', Method: 'cash', Note: 'moved' });
  const card = { CardNo: 'C1', ChipUid: '04A1B2C3', HolderName: 'Li', LotId: lotId, ...since };
  const recharge = { CardId: await create(user, '/api/card', card), Amount: '50.00', Method: 'cash' };
  await done('/api/card/recharge', recharge);
  const merchant = { Name: 'Cinema', LotIds: [lotId], ...since };
  const paidIn = { MerchantId: await create(user, '/api/merchant', merchant), Amount: '50.00', Method: 'transfer' };
  await done('/api/merchant/topUp', paidIn);
  await new TestWallets(user, lotId).open();
  await playShift(server, user, lotId);
  await create(user, '/api/appointmentQuota', { LotId: lotId, FromHour: 0, ToHour: 24, Quota: 2 });
  const StartsAt = new Date(Math.ceil(nowMs() / 3_600_000) * 3_600_000).toISOString();
  await done('/api/appointment/book', { LotId: lotId, Plate: '粤B10008', StartsAt });
  // A fault in the log is seen against figures that have counted it.
  await server.product.consumers.drain();
  return { user, lotId };
}
