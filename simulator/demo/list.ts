import type { Fleet } from '../replay/fleet.ts';
import { vehicleOf } from '../replay/plate-mix.ts';
import { chargeByCode } from './purchase.ts';
import type { Call } from './sign-in.ts';

const DAY_MS = 86_400_000;
const OWNERS = ['张伟', '王芳', '李娜', '刘洋', '陈静', '杨帆', '赵磊', '黄敏', '周涛', '吴倩'];
/** Fixed cars of a lot; each has a spot of its own but the last two, who share one. */
const FIXED = 4;

type FleetLot = Fleet['lots'][number];

/** The rules of the packs that are sold, and since when they are valid. */
interface Offer {
  readonly month: string;
  readonly day: string;
  readonly shared: string;
  readonly since: Date;
  readonly validFrom: string;
}

const ownerOf = (index: number) => OWNERS[index % OWNERS.length]!;

/** Puts the cars that come daily on lists: most on monthly packs, some on fixed spots, a few free, and visitors. */
export async function addLists(
  call: Call,
  fleet: Fleet,
  lotIds: ReadonlyMap<string, string>,
  since: Date,
): Promise<void> {
  const rule = async (Name: string, Price: string, more: object = {}) =>
    (await call('/api/packRule/create', { Name, Price, ...more })).Id as string;
  const offer: Offer = {
    month: await rule('月卡（全天）', '380.00'),
    day: await rule('日间月卡', '220.00', { DailyFrom: '07:30', DailyTo: '20:00' }),
    shared: await rule('一位两车月卡', '480.00', { PlatesPerPack: 2 }),
    since,
    validFrom: new Date(since.getTime() - 3 * DAY_MS).toISOString(),
  };
  for (const lot of fleet.lots) {
    const lotId = lotIds.get(lot.code)!;
    const plates = regularPlates(lot);
    const spots = (await call('/api/parkSpot/list', { LotId: lotId, Kind: 'fixed', PerPage: 20 })).Rows as {
      Id: string;
    }[];
    for (const index of plates.keys()) {
      if (index < FIXED && spots.length > 0) {
        const spot = spots[Math.min(index, FIXED - 2, spots.length - 1)]!;
        await addFixed(call, offer, lotId, { plate: plates[index]!, spotId: spot.Id, owner: ownerOf(index) });
      } else await addRegular(call, offer, lotId, plates, index);
    }
    await addVisitors(call, offer, lot, lotId, plates);
  }
}

const byLot = (fleet: Fleet, turn: number): string[][] =>
  fleet.lots.map((lot) => regularPlates(lot).filter((_, index) => index >= FIXED && index % 10 === turn));

/** The regular cars that no list has, by lot: they pay, and come again. */
export const unlistedByLot = (fleet: Fleet): string[][] => byLot(fleet, 8);

/** The regular cars of units, by lot. */
export const unitCarsByLot = (fleet: Fleet): string[][] => byLot(fleet, 4);

/** The regular cars that no list has, of all lots. */
export const unlistedPlates = (fleet: Fleet): string[] => unlistedByLot(fleet).flat();

function regularPlates(lot: FleetLot): string[] {
  return Array.from(
    { length: Math.ceil(lot.capacity / 2) },
    (_, index) => vehicleOf(`regular/${lot.code}`, index, lot.homeRegion ?? '粤B').plate,
  ).filter((plate, index, all) => plate !== '' && all.indexOf(plate) === index);
}

async function addFixed(
  call: Call,
  { validFrom }: Offer,
  lotId: string,
  { plate, spotId, owner }: { plate: string; spotId: string; owner: string },
): Promise<void> {
  await call('/api/billFixedPlate/create', {
    Plate: plate,
    LotId: lotId,
    SpotId: spotId,
    OwnerName: owner,
    ValidFrom: validFrom,
  });
}

/** Puts one of the regular cars on the list of its turn; some are on none. */
async function addRegular(
  call: Call,
  offer: Offer,
  lotId: string,
  plates: readonly string[],
  index: number,
): Promise<void> {
  const plate = plates[index]!;
  const next = plates[index + 1];
  const kind = index % 10;
  const sell = (rule: string, cars: readonly string[], price: string) =>
    sellPack(call, offer, { lotId, rule, cars, price, index });
  if (kind < 4) await sell(offer.month, [plate], '380.00');
  else if (kind === 5) await sell(offer.day, [plate], '220.00');
  else if (kind === 6 && next) await sell(offer.shared, [plate, next], '480.00');
  else if (kind === 7)
    await call('/api/pack/sell', {
      PackRuleId: offer.month,
      LotId: lotId,
      Plates: [plate],
      OwnerName: ownerOf(index),
      // Ended before the past begins; who had it pays again.
      ValidFrom: new Date(offer.since.getTime() - 33 * DAY_MS).toISOString(),
      Amount: '380.00',
    });
  else if (kind === 9)
    await call('/api/billFreePlate/create', {
      Plate: plate,
      LotIds: [lotId],
      OwnerName: ownerOf(index),
      MinutesPerStay: 120,
      TimesPerDay: 2,
      ValidFrom: offer.validFrom,
      Remark: '送货车',
    });
}

async function sellPack(
  call: Call,
  { validFrom }: Offer,
  of: { lotId: string; rule: string; cars: readonly string[]; price: string; index: number },
): Promise<void> {
  const { index } = of;
  // Some of them end soon.
  const Count = index % 5 === 0 ? 2 : 1;
  const Method = index % 4 === 1 ? 'phone' : index % 3 === 0 ? 'cash' : 'qr';
  const sold = await call('/api/pack/sell', {
    PackRuleId: of.rule,
    LotId: of.lotId,
    Plates: of.cars,
    OwnerName: ownerOf(index),
    OwnerPhone: `138${String(10_000_000 + index * 37_411)}`,
    ValidFrom: validFrom,
    Amount: (Number(of.price) * Count).toFixed(2),
    Method,
    Count,
  });
  if (Method === 'phone') await chargeByCode(call, sold, index);
}

async function addVisitors(
  call: Call,
  { since, validFrom }: Offer,
  lot: FleetLot,
  lotId: string,
  plates: readonly string[],
): Promise<void> {
  const during = {
    LotIds: [lotId],
    ValidFrom: validFrom,
    ValidUntil: new Date(since.getTime() + 40 * DAY_MS).toISOString(),
  };
  // One whose visitor has still to state the plate.
  await call('/api/billVisitPlate/create', { ...during, HostName: ownerOf(4), Place: '3栋会议室', Approval: 'host' });
  for (const [index, Approval] of ['none', 'staff', 'host'].entries())
    await call('/api/billVisitPlate/create', {
      ...during,
      // They come often: cars on no other list.
      Plate: plates[index * 10 + 8] ?? (vehicleOf(`demo/visitor/${lot.code}`, index + 1, '粤B').plate || '粤B90001'),
      VisitorName: ownerOf(index + 3),
      HostName: ownerOf(index),
      Place: `${index + 1}栋${index + 8}楼`,
      FreeMinutes: 180,
      Repeats: index === 0 ? 'repeated' : 'once',
      Approval,
    });
}
