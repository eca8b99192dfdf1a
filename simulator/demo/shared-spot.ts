import { barrierOpened, carPassed, deviceWho, findCamera, takeQueued } from '@boyun/devices/server';
import { addDays, dayStart } from '@boyun/domain/period';
import type { SetClock } from '@boyun/kernel/server';
import { recordPassing } from '@boyun/passings/server';
import type { Product } from '@boyun/server/product';
import { sharedParkingServer } from '@boyun/shared-parking/server';
import type { FleetLot } from '../replay/fleet.ts';
import type { DemoWorld } from './build.ts';
import { type Call, signIn } from './sign-in.ts';

const ZONE = 'Asia/Shanghai';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAYS = 12;
const WORKDAYS = { days: [1, 2, 3, 4, 5], from: '08:30', to: '18:30' };
const DAILY = { days: [0, 1, 2, 3, 4, 5, 6], from: '08:00', to: '22:00' };

/** Owners with their spots: number, hours, price of an hour and of a day in yuan. */
const OWNERS = [
  {
    name: '沈文博',
    mobile: '13902210001',
    bank: '招商银行深圳福田支行',
    no: '6225 8801 2345 6781',
    spots: [
      ['B2-017', [WORKDAYS], '6.00', '36.00'],
      ['B2-018', [DAILY], '6.00', '40.00'],
    ],
  },
  {
    name: '许静怡',
    mobile: '13902210002',
    bank: '工商银行深圳南山支行',
    no: '6222 0240 0011 2233',
    spots: [['B2-052', [WORKDAYS], '5.00', '30.00']],
  },
  {
    name: '罗志远',
    mobile: '13902210003',
    bank: '建设银行深圳罗湖支行',
    no: '6217 0072 0099 8877',
    spots: [
      ['B3-106', [WORKDAYS, { days: [5, 6], from: '19:00', to: '09:00' }], '5.00', '32.00'],
      ['B3-107', [DAILY], '5.00', null],
    ],
  },
  {
    name: '梁颖',
    mobile: '13902210004',
    bank: '中国银行深圳市分行',
    no: '6216 6120 0003 4567',
    spots: [['B3-131', [DAILY], '4.00', '28.00']],
  },
  { name: '邓伟强', mobile: '13902210005', bank: null, no: null, spots: [['B3-140', [WORKDAYS], '4.50', null]] },
] as const;

/** How the bookings of a day go: the hour they begin, their length, and when the car really leaves in minutes after their end. */
const STAYS = [
  { hour: 9, hours: 4, late: -25 },
  { hour: 10, hours: 3, late: 8 },
  { hour: 9.5, hours: 8, late: -50 },
  { hour: 13, hours: 4, late: 72 },
  { hour: 14, hours: 2, late: -10 },
] as const;
const DRIVERS = ['孙立', '赵敏', '冯涛', '韩雪', '曹鹏', '彭飞', '田甜', '潘越', '杜娟', '叶青'];

interface Spot {
  readonly offerId: string;
  readonly isDaily: boolean;
}

/** Shared spots of one lot over two weeks: bookings, overstays, cancellations, a spot taken by a stranger; withdrawals in all states. */
export async function workOnSharedSpots(
  product: Product,
  { fleet }: DemoWorld,
  clock: SetClock,
  to: Date,
): Promise<void> {
  const lot = fleet.lots[0]!;
  const today = dayStart(to.getTime(), ZONE);
  clock.set(new Date(addDays(today, -DAYS, ZONE) - 10 * HOUR_MS));
  const admin = await signIn(product, 'admin');
  const { Rows } = await admin('/api/parkLot/list', { PerPage: 50 });
  const LotId = Rows.find((one) => one.Code === lot.code)!.Id;
  const { ownerIds, spots } = await offerSpots(product, admin, LotId);
  const demo = new SharedDays(product, clock, lot, spots);
  for (let day = DAYS; day >= 1; day -= 1) {
    const start = addDays(today, -day, ZONE);
    await demo.workDay(start, day);
    if (day === 6 || day === 2) await withdraw(product, clock, ownerIds, start + 20 * HOUR_MS, day === 6);
  }
  clock.set(to);
  await demo.bookAhead(to);
  for (const sweep of sharedParkingServer.sweeps ?? []) await sweep.run(product.kernel);
  await product.consumers.drain();
  clock.set(to);
}

/** The rule of the lot, its owners and their spots; the last spot waits for its review. */
async function offerSpots(product: Product, admin: Call, LotId: string) {
  await admin('/api/shareRule/create', {
    LotId,
    OwnerPercent: 70,
    PlatformPercent: 10,
    MostHours: 24,
    Notice: '请停入预订的车位，离场前请确认未遗落物品；车位被占请点击“车位被占”',
  });
  const ownerIds: string[] = [];
  const spots: Spot[] = [];
  for (const { name, mobile, bank, no, spots: own } of OWNERS) {
    const account = bank ? { BankName: bank, AccountName: name, AccountNo: no } : {};
    const OwnerId = (await admin('/api/spotOwner/create', { Name: name, Mobile: mobile, LotId, ...account })).Id;
    ownerIds.push(OwnerId);
    for (const [number, Windows, Hour, DayCap] of own) {
      const { Id: SpotId } = await admin('/api/parkSpot/create', {
        Number: number,
        LotId,
        Kind: 'shared',
        ZoneName: number.slice(0, 2),
        OwnerName: name,
      });
      const operator = await signIn(product, 'operator');
      const offer = { OwnerId, SpotId, Windows, Hour, DayCap, Reason: '业主委托共享闲时车位' };
      const { OfferId, ReviewId } = (await operator('/api/sharedOffer/offer', offer)) as unknown as {
        OfferId: string;
        ReviewId: string | null;
      };
      if (name === '邓伟强') continue;
      if (ReviewId) await admin('/api/review/approve', { ReviewIds: [ReviewId], Note: '产权证明已核对' });
      spots.push({ offerId: OfferId, isDaily: Windows[0] === DAILY });
    }
  }
  return { ownerIds, spots };
}

/** The bookings of days, with their cars at the gate. */
class SharedDays {
  readonly #product: Product;
  readonly #clock: SetClock;
  readonly #lot: FleetLot;
  readonly #spots: readonly Spot[];
  #count = 0;

  constructor(product: Product, clock: SetClock, lot: FleetLot, spots: readonly Spot[]) {
    this.#product = product;
    this.#clock = clock;
    this.#lot = lot;
    this.#spots = spots;
  }

  /** Books a spot an hour before; returns the booking and its plate. */
  async #book(call: Call, { offerId }: Spot, fromMs: number, untilMs: number, Method = 'qr') {
    this.#count += 1;
    const Plate = `粤B${String(61_000 + this.#count * 37)}`;
    const { BookingId } = (await call('/api/sharedBooking/book', {
      OfferId: offerId,
      FromAt: new Date(fromMs).toISOString(),
      UntilAt: new Date(untilMs).toISOString(),
      Plate,
      Mobile: `1372210${String(1000 + this.#count)}`,
      DriverName: DRIVERS[this.#count % DRIVERS.length],
      Method,
    })) as unknown as { BookingId: string };
    return { BookingId, Plate };
  }

  async #pass(direction: 'entry' | 'exit', plate: string, atMs: number) {
    const { kernel } = this.#product;
    const lane = this.#lot.lanes.find((one) => one.direction === direction)!;
    const camera = (await findCamera(kernel.database, lane.token))!;
    this.#clock.set(new Date(atMs));
    const answer = await recordPassing(kernel, camera, {
      eventKey: `shared-${direction}-${plate}-${atMs}`,
      plate,
      plateColor: 1,
      confidence: 97,
      vehicleKind: null,
      happenedAt: new Date(atMs),
      isOffline: false,
      picture: null,
    });
    if (answer.decision === 'open') await this.#goThrough(direction, atMs);
    return answer;
  }

  /** The camera fetches what waits for it, the barrier reports open, the loop reports the car. */
  async #goThrough(direction: 'entry' | 'exit', atMs: number): Promise<void> {
    const { kernel } = this.#product;
    const lane = this.#lot.lanes.find((one) => one.direction === direction)!;
    const camera = (await findCamera(kernel.database, lane.token))!;
    await kernel.database.inTenant(deviceWho(camera), async (tx) => {
      await takeQueued(tx, camera.cameraId);
      await barrierOpened(tx, camera.laneId);
      await carPassed(tx, camera.laneId, new Date(atMs + 3000));
    });
  }

  /** One day: most cars come and leave, one overstays and pays, one does not come, one is cancelled. */
  async workDay(start: number, day: number): Promise<void> {
    this.#clock.set(new Date(start + 8 * HOUR_MS));
    const isWeekend = [0, 6].includes(new Date(start + 12 * HOUR_MS).getUTCDay());
    const spots = this.#spots.filter((one) => one.isDaily || !isWeekend);
    const call = await signIn(this.#product, 'operator');
    const booked = [];
    for (const [index, spot] of spots.entries()) {
      const stay = STAYS[(index + day) % STAYS.length]!;
      const fromMs = start + stay.hour * HOUR_MS;
      const untilMs = fromMs + stay.hours * HOUR_MS;
      booked.push({ ...(await this.#book(call, spot, fromMs, untilMs)), fromMs, untilMs, late: stay.late });
    }
    const gone = day % 4 === 1 ? booked.pop() : undefined;
    if (gone) {
      const { CancelRefund } = (await call('/api/sharedBooking/get', { BookingId: gone.BookingId })) as unknown as {
        CancelRefund: string;
      };
      await call('/api/sharedBooking/cancel', { BookingId: gone.BookingId, Refund: CancelRefund, Reason: '会议改期' });
    }
    if (day % 5 === 3) booked.shift();
    await this.#drive(booked);
    this.#clock.set(new Date(start + 23 * HOUR_MS));
    for (const sweep of sharedParkingServer.sweeps ?? []) await sweep.run(this.#product.kernel);
    await this.#product.consumers.drain();
  }

  /** Drives cars in and out in the order of time; who overstayed pays at the exit. */
  async #drive(cars: readonly { Plate: string; fromMs: number; untilMs: number; late: number }[]): Promise<void> {
    const moves = cars.flatMap(({ Plate, fromMs, untilMs, late }, index) => [
      { Plate, atMs: fromMs + (index * 4 - 5) * MINUTE_MS, direction: 'entry' as const },
      { Plate, atMs: untilMs + late * MINUTE_MS, direction: 'exit' as const },
    ]);
    for (const { Plate, atMs, direction } of moves.sort((a, b) => a.atMs - b.atMs)) {
      const { decision } = await this.#pass(direction, Plate, atMs);
      if (direction === 'entry' || decision === 'open') continue;
      const call = await signIn(this.#product, 'attendant');
      const found = (await call('/api/order/getOrderPage', { Plate })).Rows as unknown as readonly {
        Id: string;
        Due: string;
      }[];
      await call('/api/order/collectCash', { OrderId: found[0]!.Id, Amount: found[0]!.Due });
      await this.#goThrough('exit', atMs);
    }
  }

  /** What is booked now and for the next days: one car is inside, one spot is taken by a stranger, one booking is to be paid. */
  async bookAhead(to: Date): Promise<void> {
    const quarter = 15 * MINUTE_MS;
    const now = Math.floor(to.getTime() / quarter) * quarter;
    const call = await signIn(this.#product, 'operator');
    const daily = this.#spots.filter((one) => one.isDaily);
    const tomorrow = addDays(dayStart(to.getTime(), ZONE), 1, ZONE);
    for (const [index, spot] of daily.entries()) {
      const fromMs = tomorrow + (9 + index) * HOUR_MS;
      await this.#book(call, spot, fromMs, fromMs + 3 * HOUR_MS, index === 1 ? 'phone' : 'qr');
    }
    // At night nobody offers a spot.
    const free = (await call('/api/sharedBooking/find', {
      FromAt: new Date(now).toISOString(),
      UntilAt: new Date(now + 2 * HOUR_MS).toISOString(),
    })) as unknown as { Spots: readonly { OfferId: string }[] };
    for (const [index, { OfferId }] of free.Spots.slice(0, 2).entries()) {
      const { BookingId, Plate } = await this.#book(call, { offerId: OfferId, isDaily: true }, now, now + 2 * HOUR_MS);
      if (index === 0) await this.#pass('entry', Plate, to.getTime());
      if (index === 1 && free.Spots.length > 2)
        await call('/api/sharedBooking/taken', { BookingId, Act: 'move', Reason: '原车位停有外来车辆' });
    }
    this.#clock.set(to);
    const offerId = daily[0]!.offerId;
    await call('/api/sharedOffer/except', {
      OfferId: offerId,
      Kind: 'closed',
      FromAt: new Date(tomorrow + 16 * HOUR_MS).toISOString(),
      UntilAt: new Date(tomorrow + 22 * HOUR_MS).toISOString(),
      Note: '业主提前回家',
    });
  }
}

/** Owners withdraw what they have: the first time all is paid, later one is to be paid and one waits for its approval. */
async function withdraw(
  product: Product,
  clock: SetClock,
  ownerIds: readonly string[],
  atMs: number,
  isPaid: boolean,
): Promise<void> {
  clock.set(new Date(atMs));
  const operator = await signIn(product, 'operator');
  const admin = await signIn(product, 'admin');
  const finance = await signIn(product, 'finance');
  for (const [index, OwnerId] of ownerIds.slice(0, 3).entries()) {
    const { Balance } = (await operator('/api/spotOwner/get', { Id: OwnerId })) as unknown as { Balance: string };
    const yuan = Math.floor(Number(Balance) / 10) * 10;
    if (yuan < 10) continue;
    const asked = (await operator('/api/ownerWithdrawal/ask', {
      OwnerId,
      Amount: `${yuan}.00`,
      Reason: '业主申请提现',
    })) as unknown as {
      WithdrawalId: string;
      ReviewId: string | null;
    };
    if (asked.ReviewId && (isPaid || index > 0))
      await admin('/api/review/approve', { ReviewIds: [asked.ReviewId], Note: '收款账户与业主一致' });
    if (isPaid)
      await finance('/api/ownerWithdrawal/confirm', {
        WithdrawalId: asked.WithdrawalId,
        PaidDay: new Date(atMs + 8 * HOUR_MS).toISOString().slice(0, 10),
        BankNo: `ZH${String(atMs).slice(0, 8)}0${index + 1}`,
      });
  }
}
