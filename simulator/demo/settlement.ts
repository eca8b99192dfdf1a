import { dayKey, dayOfKey, instantOfWall, keyOfDay, monthKey } from '@boyun/domain/period';
import type { SetClock } from '@boyun/kernel/server';
import type { Product } from '@boyun/server/product';
import { type Call, signIn, signInFirst } from './sign-in.ts';

const ZONE = 'Asia/Shanghai';
const DAYS = 14;

/** A sub-merchant of the demo with the lot it has, and what is adjusted in its second week. */
interface DemoSubMerchant {
  readonly lotCode: string;
  readonly row: object;
  readonly account: { readonly Account: string; readonly Name: string };
  readonly adjustment: { readonly Amount: string; readonly Note: string } | null;
}

const SUB_MERCHANTS: readonly DemoSubMerchant[] = [
  {
    lotCode: 'HY02',
    row: {
      Name: '海雅商业管理有限公司',
      Contact: '罗经理',
      Mobile: '13800138011',
      ShareKind: 'tiers',
      Tiers: [
        { fromFen: 0, basisPoints: 60_00 },
        { fromFen: 2_000_00, basisPoints: 65_00 },
        { fromFen: 10_000_00, basisPoints: 70_00 },
      ],
      BankName: '招商银行深圳南山支行',
      AccountName: '深圳海雅商业管理有限公司',
      AccountNo: '7559 1234 5610 901',
    },
    account: { Account: 'landlord', Name: '罗经理' },
    adjustment: null,
  },
  {
    lotCode: 'DJ04',
    row: {
      Name: '大剧院物业服务中心',
      Contact: '梁主任',
      Mobile: '13800138012',
      ShareKind: 'percent',
      SharePercent: 55,
      BankName: '建设银行深圳罗湖支行',
      AccountName: '深圳大剧院物业服务中心',
      AccountNo: '4425 0100 0034 0000 8876',
    },
    account: { Account: 'theatre', Name: '梁主任' },
    adjustment: { Amount: '-86.50', Note: '代缴上月车库照明电费' },
  },
];

const after = (day: string, days: number) => keyOfDay(dayOfKey(day) + days);
/** Sundays from one day to another, both included: the weeks of the demo end with them. */
function sundays(from: string, to: string): string[] {
  const all: string[] = [];
  // 1970-01-01 was a Thursday.
  for (let day = from; day <= to; day = after(day, 1)) if ((dayOfKey(day) + 4) % 7 === 0) all.push(day);
  return all;
}

/** Two sub-merchants with accounts: weeks that are settled and paid, one that is to be paid, and the current one; cash goes to the bank. */
export async function workOnSettlements(product: Product, clock: SetClock, to: Date): Promise<void> {
  const today = dayKey(to.getTime(), ZONE);
  const since = after(today, -DAYS);
  const admin = await signIn(product, 'admin');
  const lots = (await admin('/api/parkLot/list', { PerPage: 50 })).Rows;
  const ids: string[] = [];
  for (const { lotCode, row, account } of SUB_MERCHANTS) {
    const LotIds = lots.filter((one) => one.Code === lotCode).map((one) => one.Id);
    if (LotIds.length === 0) continue;
    const { Id } = await admin('/api/subBusiness/create', { ...row, LotIds, ValidFrom: since, Cycle: 'week' });
    ids.push(Id);
    await addAccount(product, admin, { SubMerchantId: Id, ...account });
  }
  const ends = sundays(since, after(today, -1));
  const deposited = new Map<string, number>();
  for (const [week, end] of ends.entries()) {
    // On Monday morning, as far as it is past.
    clock.set(new Date(Math.min(to.getTime(), instantOfWall(`${after(end, 1)}T10:00`, ZONE))));
    const finance = await signIn(product, 'finance');
    const settled: string[] = [];
    for (const [index, SubMerchantId] of ids.entries()) {
      const adjustment = week > 0 ? SUB_MERCHANTS[index]!.adjustment : null;
      settled.push(await settle(product, finance, { SubMerchantId, ToDay: end }, adjustment));
    }
    await payOut(finance, settled, { isPaid: week === 0, day: after(end, 1) });
    await depositCash(finance, (dayOfKey(end) - dayOfKey(since)) / DAYS, deposited);
  }
  clock.set(to);
  const finance = await signIn(product, 'finance');
  // A month that is over is closed.
  const first = monthKey(instantOfWall(`${since}T12:00`, ZONE), ZONE);
  if (first < today.slice(0, 7)) await finance('/api/accountingPeriod/close', { Month: first });
  await finance('/api/accountCode/create', { Account: 'cash', Code: '1001.02', CodeName: '库存现金-收费员' });
}

/** An account of a sub-merchant, which has replaced its initial password. */
async function addAccount(
  product: Product,
  admin: Call,
  given: { readonly SubMerchantId: string; readonly Account: string; readonly Name: string },
): Promise<void> {
  const { InitialPassword } = await admin('/api/subAccount/add', given);
  await signInFirst(product, given.Account, InitialPassword);
}

/** Prepares a week and has it approved by the administrator; returns its id. */
async function settle(
  product: Product,
  finance: Call,
  week: object,
  adjustment: DemoSubMerchant['adjustment'],
): Promise<string> {
  const { SettlementId } = (await finance('/api/settlement/create', week)) as unknown as { SettlementId: string };
  if (adjustment) await finance('/api/settlement/adjust', { SettlementId, ...adjustment });
  const { ReviewId } = await finance('/api/settlement/settle', { SettlementId, Note: '按合同结算本周分成' });
  if (ReviewId) {
    const admin = await signIn(product, 'admin');
    await admin('/api/review/approve', { ReviewIds: [ReviewId], Note: '金额核对无误' });
  }
  return SettlementId;
}

/** Puts settlements into a file for the bank: the first week is paid, of the second one only the first is on its way. */
async function payOut(
  finance: Call,
  settled: readonly string[],
  { isPaid, day }: { isPaid: boolean; day: string },
): Promise<void> {
  const payable: string[] = [];
  for (const Id of isPaid ? settled : settled.slice(0, 1)) {
    const { Payable } = (await finance('/api/settlement/get', { SettlementId: Id })) as unknown as { Payable: string };
    if (Number(Payable) > 0) payable.push(Id);
  }
  if (payable.length === 0) return;
  const { PayoutId } = (await finance('/api/payout/make', { SettlementIds: payable })) as unknown as {
    PayoutId: string;
  };
  if (isPaid)
    await finance('/api/payout/confirm', { PayoutId, PaidDay: day, BankNo: `ZH${day.replaceAll('-', '')}0017` });
}

/** Pays most of what was handed in by then into the bank, in whole hundreds; the history has brought more since. */
async function depositCash(finance: Call, passed: number, deposited: Map<string, number>): Promise<void> {
  const { Lots } = (await finance('/api/cash/get', {})) as unknown as {
    Lots: readonly { readonly LotId: string; readonly Safe: string }[];
  };
  for (const { LotId, Safe } of Lots) {
    const before = deposited.get(LotId) ?? 0;
    const yuan = Math.floor((0.85 * passed * (Number(Safe) + before) - before) / 100) * 100;
    if (yuan < 100) continue;
    await finance('/api/cash/deposit', { LotId, Amount: `${yuan}.00`, Note: '每周解款' });
    deposited.set(LotId, before + yuan);
  }
}
