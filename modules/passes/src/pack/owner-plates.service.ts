import { wallTime } from '@boyun/domain/period';
import { requireLot } from '@boyun/facilities/server';
import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { type Asked, isUnderReview, reviewedAct } from '@boyun/reviews/server';
import { ownerPlatesRefusal } from './owner-plates.contract.ts';
import { changePlates, checkPlates, requirePack } from './pack.service.ts';
import { packReviews } from './pack-review.contract.ts';

/** Owners change plates by phone once in so many days, so that a pack is not lent from car to car. */
export const CHANGE_DAYS = 30;
const DAY_MS = 86_400_000;
const REASON = '车主在手机上变更';

/** Reviewed act: an owner's change of plates. */
export const askPlates = reviewedAct<{ packId: string; plates: readonly string[] }>(
  packReviews.plates.name,
  async (tx, { packId, plates }, approval) => {
    await changePlates(tx, packId, plates, approval.reason);
  },
);

/** Whether a change of a pack's plates waits for a decision. */
export const arePlatesAsked = (tx: TenantTx, packId: string): Promise<boolean> =>
  isUnderReview(tx, packId, [packReviews.plates.name]);

/** Replaces the plates of a pack for its owner, after approval where the flow requires it. Refuses a second change within 30 days. */
export async function askPlatesAsOwner(tx: TenantTx, packId: string, given: readonly string[]): Promise<Asked> {
  const { pack, rule } = await requirePack(tx, packId, 'change-plates');
  const plates = checkPlates(given, rule);
  if (await arePlatesAsked(tx, packId)) throw new Refusal(ownerPlatesRefusal['plates-under-review']);
  const [last] = await tx.query<{ at: Date | null }>(
    `select max(at) as at from pack_event where tenant_id = $1 and pack_id = $2 and act = 'plates-changed'`,
    [tx.tenantId, packId],
  );
  const again = last?.at ? last.at.getTime() + CHANGE_DAYS * DAY_MS : 0;
  if (again > tx.now.getTime()) {
    const { timeZone } = await requireLot(tx, pack.lotId);
    const from = wallTime(again, timeZone).slice(0, 10);
    throw new Refusal(ownerPlatesRefusal['changed-recently'], { days: CHANGE_DAYS, from });
  }
  const shown = (text: string) => ({ zh: text, en: text });
  return askPlates(tx, {
    lotIds: [pack.lotId],
    subjectKind: 'pack',
    subjectId: pack.id,
    subject: `${pack.plates} ${pack.packNo}`,
    summary: { zh: `变更月卡车牌 ${plates.join(' ')}`, en: `Change the plates of a pack to ${plates.join(' ')}` },
    changes: [{ label: { zh: '车牌', en: 'Plates' }, before: shown(pack.plates), after: shown(plates.join(' ')) }],
    amountFen: null,
    counting: 'alone',
    reason: REASON,
    by: { id: null, name: pack.ownerName },
    payload: { packId, plates },
  });
}
