import type { Fleet } from '../replay/fleet.ts';
import { vehicleOf } from '../replay/plate-mix.ts';
import type { Call } from './sign-in.ts';

const DAY_MS = 86_400_000;
const OWNERS = ['张伟', '王芳', '李娜', '刘洋', '陈静', '杨帆', '赵磊', '黄敏', '周涛', '吴倩'];
/** Fixed cars of a lot; each has a spot of its own but the last two, who share one. */
const FIXED = 4;

/** Puts the cars that come daily on lists: most on monthly packs, some on fixed spots, a few free, and visitors. */
export async function addLists(
  call: Call,
  fleet: Fleet,
  lotIds: ReadonlyMap<string, string>,
  since: Date,
): Promise<void> {
  const ValidFrom = new Date(since.getTime() - 3 * DAY_MS).toISOString();
  const rule = async (Name: string, Price: string, more: object = {}) =>
    (await call('/api/packRule/create', { Name, Price, ...more })).Id as string;
  const month = await rule('月卡（全天）', '380.00');
  const day = await rule('日间月卡', '220.00', { DailyFrom: '07:30', DailyTo: '20:00' });
  // Ended before the past begins; who had it pays again.
  const monthAgo = new Date(since.getTime() - 33 * DAY_MS).toISOString();
  const shared = await rule('一位两车月卡', '480.00', { PlatesPerPack: 2 });
  for (const lot of fleet.lots) {
    const LotId = lotIds.get(lot.code)!;
    const plates = Array.from(
      { length: Math.ceil(lot.capacity / 2) },
      (_, index) => vehicleOf(`regular/${lot.code}`, index, lot.homeRegion ?? '粤B').plate,
    ).filter((plate, index, all) => plate !== '' && all.indexOf(plate) === index);
    const owner = (index: number) => OWNERS[index % OWNERS.length]!;
    const sell = (PackRuleId: string, Plates: string[], price: string, index: number) => {
      // Some of them end soon.
      const Count = index % 5 === 0 ? 2 : 1;
      return call('/api/pack/sell', {
        PackRuleId,
        LotId,
        Plates,
        OwnerName: owner(index),
        OwnerPhone: `138${String(10_000_000 + index * 37_411)}`,
        ValidFrom,
        Amount: (Number(price) * Count).toFixed(2),
        Method: index % 3 === 0 ? 'cash' : 'qr',
        Count,
      });
    };
    const spots = (await call('/api/parkSpot/list', { LotId, Kind: 'fixed', PerPage: 20 })).Rows as { Id: string }[];
    for (const [index, plate] of plates.entries()) {
      const kind = index % 10;
      if (index < FIXED && spots.length > 0)
        await call('/api/billFixedPlate/create', {
          Plate: plate,
          LotId,
          SpotId: spots[Math.min(index, FIXED - 2, spots.length - 1)]!.Id,
          OwnerName: owner(index),
          ValidFrom,
        });
      else if (kind < 5) await sell(month, [plate], '380.00', index);
      else if (kind === 5) await sell(day, [plate], '220.00', index);
      else if (kind === 6 && plates[index + 1]) await sell(shared, [plate, plates[index + 1]!], '480.00', index);
      else if (kind === 7)
        await call('/api/pack/sell', {
          PackRuleId: month,
          LotId,
          Plates: [plate],
          OwnerName: owner(index),
          ValidFrom: monthAgo,
          Amount: '380.00',
        });
      else if (kind === 9)
        await call('/api/billFreePlate/create', {
          Plate: plate,
          LotId,
          OwnerName: owner(index),
          MinutesPerStay: 120,
          TimesPerDay: 2,
          ValidFrom,
          Remark: '送货车',
        });
    }
    // One whose visitor has still to state the plate.
    await call('/api/billVisitPlate/create', {
      LotId,
      HostName: owner(4),
      Place: '3栋会议室',
      ValidFrom,
      ValidUntil: new Date(since.getTime() + 40 * DAY_MS).toISOString(),
      Approval: 'host',
    });
    for (const [index, Approval] of ['none', 'staff', 'host'].entries())
      await call('/api/billVisitPlate/create', {
        // They come often: cars on no other list.
        Plate: plates[index * 10 + 8] ?? (vehicleOf(`demo/visitor/${lot.code}`, index + 1, '粤B').plate || '粤B90001'),
        LotId,
        VisitorName: owner(index + 3),
        HostName: owner(index),
        Place: `${index + 1}栋${index + 8}楼`,
        ValidFrom,
        ValidUntil: new Date(since.getTime() + 40 * DAY_MS).toISOString(),
        FreeMinutes: 180,
        Repeats: index === 0 ? 'repeated' : 'once',
        Approval,
      });
  }
}
