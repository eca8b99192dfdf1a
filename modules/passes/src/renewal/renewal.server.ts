import { requireLot } from '@boyun/facilities/server';
import { type Language, Refusal, say } from '@boyun/kernel/contract';
import { asHolder, handleFreely, type Kernel, type TenantTx } from '@boyun/kernel/server';
import {
  expirePurchase,
  findOpen,
  findPaying,
  findPurchase,
  lockPurchase,
  PURCHASE_PATH,
  takesPhonePayments,
} from '@boyun/money/server';
import { findPack, findRule, type PackRow } from '../pack/pack.queries.ts';
import { checkRenewal, platesOf } from '../pack/pack.service.ts';
import { takePackMoney } from '../pack/pack-bill.service.ts';
import { packPurpose } from '../pack/pack-purpose.contract.ts';
import { getRenewal, renewalRefusal, startRenewal } from './renewal.contract.ts';

/** Runs work for the holder of a reminder's link, with its pack; refuses a code that is no longer valid. */
const withPack = <T>(
  kernel: Kernel,
  code: string,
  language: Language,
  isLocked: boolean,
  work: (tx: TenantTx, pack: PackRow) => Promise<T>,
): Promise<T> =>
  asHolder(kernel, code, { name: 'driver', unknown: renewalRefusal['unknown-code'], language }, async (tx) => {
    const [row] = await tx.query<{ id: string }>('select id from pack where tenant_id = $1 and renewal_code = $2', [
      tx.tenantId,
      code,
    ]);
    const pack = row && (await findPack(tx, row.id, isLocked));
    if (!pack) throw new Refusal(renewalRefusal['unknown-code']);
    return work(tx, pack);
  });

/** What a renewal comes to. */
const renewalOf = (packId: string, count: number, amountFen: number) =>
  ({ packId, count, amountFen, method: 'phone', note: null }) as const;

/** Why a pack cannot be renewed now; null where it can, or where its owner is about to. */
async function whyNot(tx: TenantTx, pack: PackRow): Promise<string | null> {
  if ((await findOpen(tx, packPurpose.kind, pack.id)).length > 0) return null;
  try {
    await checkRenewal(tx, renewalOf(pack.id, 1, 0), tx.now);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return say(error.rule, tx.who.language, error.params);
  }
}

const getServer = handleFreely(getRenewal, (kernel, { code }, { language }) =>
  withPack(kernel, code, language, true, async (tx, pack) => {
    const lot = await requireLot(tx, pack.lotId);
    const rule = (await findRule(tx, pack.packRuleId, false))!;
    return {
      lotName: lot.name,
      ruleName: rule.name,
      plates: platesOf(pack.plates),
      validUntil: pack.validUntil,
      timeZone: lot.timeZone,
      period: rule.period,
      days: rule.days,
      priceFen: rule.priceFen,
      canPayOnline: await takesPhonePayments(tx, lot.id),
      problem: await whyNot(tx, pack),
    };
  }),
);

/** Returns the code of a renewal under way for as many periods; one for others is closed, unless it is being paid. */
async function findSame(tx: TenantTx, packId: string, count: number): Promise<string | null> {
  for (const open of await findOpen(tx, packPurpose.kind, packId)) {
    const isSame = (open.payload as { count?: number }).count === count && open.validUntil > tx.now;
    if (isSame || (await findPaying(tx, open))) return open.code;
    const locked = await lockPurchase(tx, open);
    if (locked) await expirePurchase(tx, locked);
  }
  return null;
}

const startServer = handleFreely(startRenewal, (kernel, { code, count }, { language, address }) =>
  withPack(kernel, code, language, true, async (tx, { id, packNo, plates }) => {
    const same = await findSame(tx, id, count);
    if (same) return { path: `${PURCHASE_PATH}/${same}` };
    const rule = (await findRule(tx, (await findPack(tx, id, false))!.packRuleId, false))!;
    const amountFen = rule.priceFen * count;
    const { pack, validUntil } = await checkRenewal(tx, renewalOf(id, count, amountFen), tx.now);
    const fromMs = pack.validUntil.getTime();
    const toMs = validUntil.getTime();
    const { purchaseId } = await takePackMoney(tx, pack, rule, {
      amountFen,
      method: 'phone',
      payload: { act: 'renewed', fromMs, toMs, count, note: null, discountFen: 0 },
    });
    tx.audit({
      action: startRenewal.audit!,
      subjectKind: 'pack',
      subjectId: id,
      subject: `${packNo} ${plates}`,
      after: { count, amountFen, address },
    });
    return { path: `${PURCHASE_PATH}/${(await findPurchase(tx, 'id', purchaseId))!.code}` };
  }),
);

/** Renewals by the owners of packs. */
export const renewalServers = [getServer, startServer];
