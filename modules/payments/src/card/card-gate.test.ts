import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { TestCards } from '@boyun/test-server/card';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let cards: TestCards;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({ NoPlate: 'hold' }, { Capacity: 200 });
  cards = new TestCards(user, lot.id, START);
});
afterAll(() => server?.stop());

const newPlate = () => {
  made += 1;
  return `粤B${String(40_000 + made)}`;
};
const orderOf = async (plate: string) => (await user.call('/api/order/getOrderPage', { Plate: plate })).data.Rows[0];
const codeOf = async (path: string, body: object, by = user) =>
  (await by.call(`/api/card/${path}`, body)).code ?? 'done';
/** What adds up no more. */
const broken = async (by = user) =>
  (await verifyTenant(server.product.kernel, by.tenantId)).flatMap((one) => one.broken);

describe('at the gate', () => {
  const swipe = (lane: TestLot['entry'], cardUid: string, minute: number, more: object = {}) =>
    gate.see(lane, null, minute, { cardUid, ...more });

  test('a card opens the entry for a car without a plate and pays at the exit; reported twice, it pays once', async () => {
    const { CardId, ChipUid } = await cards.issue({}, '20.00');
    expect((await gate.see(lot.entry, null, 300)).decision).toBe('hold');
    const came = await swipe(lot.entry, ChipUid, 301);
    expect([came.decision, came.lines[0]]).toEqual(['open', expect.stringMatching(/^临/)]);
    expect(came.lines.join()).toContain('余额20.00元');
    expect((await gate.see(lot.exit, null, 370)).decision).toBe('hold');
    const out = { eventKey: 'card out-1' };
    const gone = await swipe(lot.exit, ChipUid.toLowerCase(), 371, out);
    expect([gone.decision, gone.lines.join()]).toEqual(['open', expect.stringContaining('扣费6.00元，余额14.00元')]);
    expect(await swipe(lot.exit, ChipUid, 372, out)).toMatchObject({ passingId: gone.passingId, isRepeated: true });
    expect(await orderOf(came.lines[0]!)).toMatchObject({ ParkingState: 'left', PayState: 'paid', Paid: '6.00' });
    expect(await cards.get(CardId)).toMatchObject({ Balance: '14.00' });
    expect(await cards.uses(CardId)).toEqual([
      ['entered', '0.00'],
      ['paid', '6.00'],
    ]);
    await server.product.consumers.drain();
    expect(await broken()).toEqual([]);
  });

  test('a car that was asked to pay at the exit goes when its driver holds the card to the reader', async () => {
    const { ChipUid } = await cards.issue({}, '5.00');
    const plate = newPlate();
    await gate.see(lot.entry, plate, 400);
    expect((await gate.see(lot.exit, plate, 430)).decision).toBe('hold');
    const gone = await swipe(lot.exit, ChipUid, 431);
    expect([gone.decision, gone.lines[0]]).toEqual(['open', plate]);
    expect(await orderOf(plate)).toMatchObject({ ParkingState: 'left', PayState: 'paid', Paid: '3.00' });
    await server.product.consumers.drain();
    expect(await broken()).toEqual([]);
  });

  test('a card with too little on it pays nothing: the screen says what is missing, the driver is asked to pay otherwise', async () => {
    const { CardId, ChipUid } = await cards.issue({}, '2.00');
    const plate = newPlate();
    await gate.see(lot.entry, plate, 500);
    const held = await swipe(lot.exit, ChipUid, 530, { plate });
    expect(held).toMatchObject({ decision: 'hold', payUrl: expect.stringContaining('/pay/') });
    expect(held.lines.join()).toContain('卡余额2.00元不足，请缴费3.00元');
    expect(await cards.get(CardId)).toMatchObject({ Balance: '2.00' });
    expect(await cards.uses(CardId)).toEqual([['short', '0.00']]);
  });

  test.each([
    ['nobody knows', {}, async () => ({ ChipUid: 'DEADBEEF' }), '未登记的卡'],
    [
      'that is lost',
      {},
      async () => {
        const card = await cards.issue();
        await codeOf('lose', { CardId: card.CardId, Note: '遗失' });
        return card;
      },
      '卡已挂失',
    ],
    ['that is over', { ValidUntil: new Date(START.getTime() + 60_000).toISOString() }, null, '卡已过期'],
    ['that does not hold yet', { ValidFrom: '2027-01-01T00:00:00Z' }, null, '卡未生效'],
    ['of other lots', 'elsewhere', null, '此卡不能用于本车场'],
    ['of another car', { Plates: ['粤B00009'] }, null, '此卡不能用于该车'],
  ] as const)(
    'a card %s is refused, with words on the screen; the car that waits there waits on',
    async (_, values, make, words) => {
      gate.at(600);
      const own = values === 'elsewhere' ? { LotIds: [(await gate.newLot()).id] } : values;
      const { ChipUid } = make ? await make() : await cards.issue(own);
      const plate = newPlate();
      await gate.see(lot.entry, plate, 610);
      await gate.see(lot.exit, plate, 640);
      const refused = await swipe(lot.exit, ChipUid, 641);
      expect([refused.decision, refused.commandId, refused.lines.join()]).toEqual([
        'refuse',
        null,
        expect.stringContaining(words),
      ]);
      const { data } = await user.call('/api/card/getUsePage', { Result: 'refused', Plate: plate });
      expect(data.Rows).toMatchObject([{ ChipUid: ChipUid.toUpperCase(), Amount: '0.00', Plate: plate }]);
      const board = (await user.call('/api/laneMonitor/getBoard', {})).data.Lanes;
      expect(board.find((one: { LaneId: string }) => one.LaneId === lot.exit.laneId)).toMatchObject({
        IsWaiting: true,
      });
      const { Id: OrderId, Due } = await orderOf(plate);
      expect((await user.call('/api/order/collectCash', { OrderId, Amount: Due })).message).toBe('');
      await server.product.consumers.drain();
      expect(await orderOf(plate)).toMatchObject({ ParkingState: 'left' });
    },
  );

  test('a card stands for one car at a time', async () => {
    const { ChipUid } = await cards.issue();
    const [first, second] = [newPlate(), newPlate()];
    expect((await swipe(lot.entry, ChipUid, 700, { plate: first })).decision).toBe('open');
    const refused = await swipe(lot.entry, ChipUid, 705, { plate: second });
    expect([refused.decision, refused.lines.join()]).toEqual(['refuse', expect.stringContaining('已有车辆在场')]);
    expect((await swipe(lot.exit, ChipUid, 710, { plate: first })).decision).toBe('open');
    expect((await swipe(lot.entry, ChipUid, 715, { plate: second })).decision).toBe('open');
  });

  test('who drives in by the plate and holds the card to the reader too comes in once', async () => {
    const { ChipUid } = await cards.issue();
    const plate = newPlate();
    expect((await gate.see(lot.entry, plate, 800)).decision).toBe('open');
    gate.at(800);
    await gate.see(lot.entry, null, 800, { cardUid: ChipUid });
    const { data } = await user.call('/api/order/getInLotPage', { LotId: lot.id, PerPage: 200 });
    const own = data.Rows.filter((one: { Plate: string }) => one.Plate === plate || one.Plate.startsWith('临'));
    expect(own.map((one: { Plate: string }) => one.Plate)).toEqual([plate]);
  });

  const inLot = async () => {
    const { data } = await user.call('/api/order/getInLotPage', { LotId: lot.id, PerPage: 200 });
    return data.Rows as { Id: string; Plate: string; OrderId: string }[];
  };
  /** A moment some seconds after a minute. */
  const after = (minute: number, seconds: number) => minute + seconds / 60;

  test('a card quicker than the camera: the plate read a moment later is that of the stay it began', async () => {
    const { CardId, ChipUid } = await cards.issue({}, '20.00');
    const plate = newPlate();
    const before = (await inLot()).length;
    const came = await swipe(lot.entry, ChipUid, 1000);
    expect(came.lines[0]).toMatch(/^临/);
    const read = await gate.see(lot.entry, plate, after(1000, 4));
    expect([read.decision, read.lines[0]]).toEqual(['open', plate]);
    const cars = await inLot();
    expect([cars.length, cars.some((one) => one.Plate === plate)]).toEqual([before + 1, true]);
    const { Id } = await orderOf(plate);
    const { Timeline } = (await user.call('/api/order/getOrder', { OrderId: Id })).data;
    expect(Timeline.map((one: { Kind: string }) => one.Kind)).toContain('stay.plate-read');
    // Read again, it stays one car; another car close behind is another.
    await gate.see(lot.entry, plate, after(1000, 6));
    const next = newPlate();
    await gate.see(lot.entry, next, after(1000, 8));
    expect((await inLot()).length).toBe(before + 2);
    expect((await gate.see(lot.exit, plate, 1060)).decision).toBe('hold');
    expect((await swipe(lot.exit, ChipUid, 1061)).decision).toBe('open');
    expect(await orderOf(plate)).toMatchObject({ Id, ParkingState: 'left', PayState: 'paid' });
    expect((await cards.uses(CardId)).map(([result]: string[]) => result)).toEqual(['entered', 'paid']);
    await server.product.consumers.drain();
    expect(await broken()).toEqual([]);
  });

  test('the car behind one that came in by card is another: its plate is read later', async () => {
    const { ChipUid } = await cards.issue();
    const before = (await inLot()).length;
    await swipe(lot.entry, ChipUid, 1100);
    await gate.see(lot.entry, newPlate(), after(1100, 15));
    expect((await inLot()).length).toBe(before + 2);
  });

  test('a plate the card is not for, or that is already inside, does not join the stay, and an alarm is raised', async () => {
    const bound = await cards.issue({ Plates: ['粤B00009'] });
    const free = await cards.issue();
    const [other, known] = [newPlate(), newPlate()];
    await gate.see(lot.entry, known, 1150);
    const before = (await inLot()).length;
    await swipe(lot.entry, bound.ChipUid, 1160);
    await gate.see(lot.entry, other, after(1160, 3));
    await swipe(lot.entry, free.ChipUid, 1162);
    await gate.see(lot.entry, known, after(1162, 3));
    expect((await inLot()).length).toBe(before + 2);
    expect((await gate.alarms(lot)).slice(-2)).toEqual(['plate-mismatch', 'duplicate-entry']);
  });

  test.each([
    ['paid', 1200, '20.00', 'open'],
    ['is short of money', 1240, '1.00', 'hold'],
  ])(
    'at the exit a plate nobody knows, read after a card that %s, is that of its stay',
    async (_, at, money, decision) => {
      const { ChipUid } = await cards.issue({}, money);
      const came = await swipe(lot.entry, ChipUid, at);
      expect((await swipe(lot.exit, ChipUid, at + 30)).decision).toBe(decision);
      const read = await gate.see(lot.exit, newPlate(), after(at + 30, 3));
      expect([read.decision, read.lines[0]]).toEqual([decision, came.lines[0]]);
      expect((await gate.alarms(lot)).at(-1)).not.toBe('unmatched-exit');
    },
  );

  test.each([
    ['the swipe first', 1300, 3, -1],
    ['the reading first', 1310, -3, -1],
    ['the swipe first, the reading told before it', 1320, 3, 1],
    ['the reading first, and told first', 1330, -3, 1],
  ])('told hours later it is one stay too: %s', async (_, at, seconds, told) => {
    const { ChipUid } = await cards.issue();
    const plate = newPlate();
    const before = (await inLot()).length;
    const read = () => gate.see(lot.entry, plate, after(at, seconds), { isOffline: true, receivedMinute: 1400 });
    if (told > 0) await read();
    await swipe(lot.entry, ChipUid, at, { isOffline: true, receivedMinute: 1400 });
    if (told < 0) await read();
    const cars = await inLot();
    expect([cars.length, cars.some((one) => one.Plate === plate)]).toEqual([before + 1, true]);
    await server.product.consumers.drain();
    expect(await broken()).toEqual([]);
  });

  test('a swipe kept by a box while the cloud was unreachable is paid when it is reported', async () => {
    const { CardId, ChipUid } = await cards.issue();
    const plate = newPlate();
    await gate.see(lot.entry, plate, 900);
    const late = { plate, isOffline: true, receivedMinute: 990 };
    expect(await swipe(lot.exit, ChipUid, 930, late)).toMatchObject({ decision: 'record' });
    expect(await orderOf(plate)).toMatchObject({ ParkingState: 'left', PayState: 'paid' });
    expect((await cards.uses(CardId)).at(-1)![0]).toBe('paid');
    await server.product.consumers.drain();
    expect(await broken()).toEqual([]);
  });
});
