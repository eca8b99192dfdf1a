import { findCamera } from '@boyun/devices/server';
import { recordPassing } from '@boyun/passings/server';
import type { Product } from '@boyun/server/product';
import type { DemoWorld } from './build.ts';
import { chargeByCode } from './purchase.ts';
import { type Call, signIn } from './sign-in.ts';

const DAY_MS = 86_400_000;
const HOLDERS = [
  { name: '陈国强', mobile: '13800138101', amount: '300.00' },
  { name: '林晓燕', mobile: '13800138102', amount: '200.00' },
  { name: '物业维修班', mobile: null, amount: '100.00' },
  { name: '何志明', mobile: '13800138104', amount: '50.00' },
  { name: '苏雅', mobile: '13800138105', amount: '80.00' },
  { name: '丁一凡', mobile: '13800138106', amount: null },
];

/** Puts money on a card, in turn in cash, by a transfer and by the phone of its holder. */
async function recharge(call: Call, given: { CardId: string; Amount: string; Note: string }, turn: number) {
  const Method = (['cash', 'phone', 'qr'] as const)[turn % 3];
  const sold = await call('/api/card/recharge', { ...given, Method });
  if (Method === 'phone') await chargeByCode(call, sold, turn);
}

interface Card {
  readonly CardId: string;
  readonly CardNo: string;
  readonly ChipUid: string;
}

/** Cards of the first lot: recharged, held to the readers of its lanes, paid from at the booth; one is lost, one replaced, one asked to be given back. */
export async function workOnCards(product: Product, world: DemoWorld, now: Date): Promise<void> {
  const call = await signIn(product, 'operator');
  const lots = (await call('/api/parkLot/list', { PerPage: 200 })).Rows;
  const place = world.fleet.lots[0]!;
  const LotId = lots.find((one) => one.Code === place.code)!.Id;
  const cards: Card[] = [];
  for (const [index, { name, mobile, amount }] of HOLDERS.entries()) {
    const number = String(index + 1).padStart(3, '0');
    const card = { CardNo: `BY8800${number}`, ChipUid: `04A1B2C3${String(10 + index)}` };
    const { Id: CardId } = await call('/api/card/create', {
      ...card,
      Kind: index === 2 ? 'id' : 'ic',
      HolderName: name,
      HolderMobile: mobile,
      LotId,
      LotIds: index < 2 ? [] : [LotId],
      ValidFrom: new Date(now.getTime() - 30 * DAY_MS).toISOString(),
      ValidUntil: new Date(now.getTime() + (index === 3 ? -1 : 335) * DAY_MS).toISOString(),
    });
    if (amount) await recharge(call, { CardId, Amount: amount, Note: '开卡充值' }, index);
    cards.push({ CardId, ...card });
  }
  await driveWith(product, world, cards, now);
  await payAtBooth(call, LotId, cards[1]!);
  await call('/api/card/lose', { CardId: cards[2]!.CardId, Note: '持卡人来电挂失' });
  const next = { CardNo: 'BY8800107', ChipUid: '04A1B2C399', Note: '原卡无法读取' };
  await call('/api/card/replace', { CardId: cards[4]!.CardId, ...next });
  await call('/api/card/return', { CardId: cards[0]!.CardId, Method: 'cash', Note: '搬离小区，不再使用' });
}

/** A card brings a car without a plate in and out; others are refused at the entry. */
async function driveWith(product: Product, { fleet }: DemoWorld, cards: readonly Card[], now: Date): Promise<void> {
  const { kernel } = product;
  const { lanes } = fleet.lots[0]!;
  const hold = async (direction: 'entry' | 'exit', chip: string, minutesAgo: number) => {
    const lane = lanes.find((one) => one.direction === direction)!;
    const device = (await findCamera(kernel.database, lane.token))!;
    await recordPassing(kernel, device, {
      eventKey: `card demo ${direction} ${chip}`,
      cardUid: chip,
      plate: null,
      plateColor: 0,
      confidence: 100,
      vehicleKind: null,
      happenedAt: new Date(now.getTime() - minutesAgo * 60_000),
      isOffline: minutesAgo > 0,
      picture: null,
    });
  };
  await hold('entry', cards[0]!.ChipUid, 150);
  await hold('exit', cards[0]!.ChipUid, 12);
  await hold('entry', cards[3]!.ChipUid, 0);
  await hold('entry', 'E2801105', 0);
}

/** A driver who has no phone at hand pays from the card at the booth. */
async function payAtBooth(call: Call, LotId: string, { CardNo }: Card): Promise<void> {
  const inside = (await call('/api/order/getInLotPage', { LotId, PerPage: 50 })).Rows as unknown as readonly {
    Id: string;
    Due: string;
  }[];
  // What is on the card is enough.
  const owing = inside.find((one) => Number(one.Due) > 0 && Number(one.Due) <= 100);
  if (owing) await call('/api/order/payByCard', { OrderId: owing.Id, CardNo, Amount: owing.Due });
}
