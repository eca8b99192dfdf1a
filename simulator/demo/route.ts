import { dutyServer } from '@boyun/duty/server';
import type { Product } from '@boyun/server/product';
import { type Call, signIn } from './sign-in.ts';

const HOUR_MS = 3_600_000;

interface Stop {
  readonly Place: number;
  readonly Items: readonly string[];
}

/** A route at night over three lots: one round was walked and one stop skipped, one is under way, one is overdue, and one waits. */
export async function walkRoute(
  product: Product,
  admin: Call,
  lots: readonly { readonly Id: string; readonly Name: string }[],
): Promise<void> {
  const rowsOf = async (path: string, body: object = {}) =>
    (await admin(path, { PerPage: 200, ...body })).Rows as unknown as readonly { Id: string; Name: string }[];
  const people = await rowsOf('/api/employee/list', { JobKind: 'inspector' });
  const InspectorId = people.find((one) => one.Name === '郑巡检')?.Id ?? null;
  const [first, second, third] = lots as [(typeof lots)[0], (typeof lots)[0], (typeof lots)[0]];
  const [gate] = await rowsOf('/api/gate/list', { LotId: second.Id });
  const route = await admin('/api/parkLotInspect/route/create', {
    Name: '片区夜间巡检',
    ExpectedMinutes: 90,
    InspectorIds: people.map((one) => one.Id),
    Items: '消防通道畅通\n照明完好',
    Stops: [
      { LotId: first.Id },
      { LotId: first.Id, ZoneName: 'A区', Items: '车辆停放有序\n地面无积水' },
      { LotId: second.Id, GateId: gate?.Id ?? null, Items: '道闸起落正常\n监控画面清晰' },
      { LotId: third.Id },
    ],
  });
  await admin('/api/parkLotInspect/plan/create', {
    Name: '工作日夜巡',
    RouteId: route.Id,
    Days: [1, 2, 3, 4, 5],
    StartsAt: '22:00',
    DueHours: 4,
  });
  const now = product.kernel.clock.now().getTime();
  const newRound = async (hours: number, more: object = {}) => {
    const DueAt = new Date(now + hours * HOUR_MS).toISOString();
    const made = await admin('/api/parkLotInspect/round/create', { RouteId: route.Id, DueAt, ...more });
    return (made as unknown as { RoundId: string }).RoundId;
  };
  const inspector = await signIn(product, 'inspector');
  await walk(inspector, await newRound(4, { InspectorId }), 4);
  await walk(inspector, await newRound(6), 2);
  await newRound(-2, { InspectorId });
  await newRound(10);
  await dutyServer.sweeps!.find((one) => one.name === 'overdue-inspection-rounds')!.run(product.kernel);
}

/** Inspects the first stops of a round; the third is skipped. */
async function walk(inspector: Call, RoundId: string, count: number): Promise<void> {
  await inspector('/api/parkLotInspect/round/start', { RoundId });
  const { Stops } = (await inspector('/api/parkLotInspect/round/get', { RoundId })) as unknown as {
    Stops: readonly Stop[];
  };
  for (const { Place, Items } of Stops.slice(0, count)) {
    if (Place === 3) {
      await inspector('/api/parkLotInspect/round/skipStop', { RoundId, Place, Reason: '出入口封闭施工' });
      continue;
    }
    const Findings = Items.map((Item, index) =>
      Place === 2 && index === 1
        ? { Item, IsFine: false, Note: '排水沟旁有积水', Pictures: [] }
        : { Item, IsFine: true, Note: null, Pictures: [] },
    );
    const Rating = Place === 2 ? 3 : 5;
    await inspector('/api/parkLotInspect/round/submitStop', { RoundId, Place, Rating, Note: null, Findings });
  }
}
