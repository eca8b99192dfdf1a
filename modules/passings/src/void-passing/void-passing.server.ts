import type { Label } from '@boyun/kernel/contract';
import { type Act, byPlate, handle, serveReport } from '@boyun/kernel/server';
import type { Asked } from '@boyun/reviews/server';
import type { WaitingPassing } from '../passing/passing.queries.ts';
import { restorePassing, voidPassing, voidPassingList } from './void-passing.contract.ts';
import { askRestorePassing, askVoidPassing, lockForVoid, VOID_CHANGES } from './void-passing.service.ts';

function requestAbout(passing: WaitingPassing, what: Label, act: 'void' | 'restore', reason: string) {
  return {
    lotIds: [passing.lotId],
    subjectKind: 'passing',
    subjectId: passing.id,
    subject: passing.plate || '无牌车',
    summary: { zh: `${what.zh} ${passing.plate}`, en: `${what.en} ${passing.plate}` },
    changes: VOID_CHANGES[act],
    amountFen: null,
    counting: 'alone',
    reason,
    payload: { passingId: passing.id },
  } as const;
}

function described(act: Act, passing: WaitingPassing, reason: string, { reviewId, isPending, effect }: Asked) {
  act.describe({
    subjectKind: 'passing',
    subjectId: passing.id,
    subject: passing.plate,
    lotId: passing.lotId,
    after: { reason, review: effect },
  });
  return { reviewId, isPending };
}

/** Voiding and restoring of passing records. */
export const voidPassingServers = [
  handle(voidPassing, async (tx, { passingId, reason }, act) => {
    const passing = await lockForVoid(tx, passingId, 'void');
    const what = { zh: '作废过车记录', en: 'Void the passing record of' };
    return described(act, passing, reason, await askVoidPassing(tx, requestAbout(passing, what, 'void', reason)));
  }),
  handle(restorePassing, async (tx, { passingId, reason }, act) => {
    const passing = await lockForVoid(tx, passingId, 'restore');
    const what = { zh: '恢复过车记录', en: 'Restore the passing record of' };
    return described(act, passing, reason, await askRestorePassing(tx, requestAbout(passing, what, 'restore', reason)));
  }),
];

/** Void passing records, the latest first. */
export const voidPassingListServer = serveReport(voidPassingList, {
  from: 'passing',
  as: 'p',
  lot: 'p.lot_id',
  own: 'p.void_by = ?',
  where: ['p.voided_at is not null'],
  filters: { plate: byPlate('p.plate') },
  period: 'p.voided_at',
  columns: {
    requestedByName: 'p.void_by_name',
    reviewerNames: "nullif(array_to_string(p.void_reviewers, '、'), '')",
  },
  order: 'p.voided_at desc, p.id desc',
});
