import { isPlate } from '@boyun/domain/plate';
import { disabledReason, kernelRefusal, type Language, type Output, Refusal, type Row } from '@boyun/kernel/contract';
import {
  asHolder,
  coversLots,
  handle,
  handleFreely,
  type Kernel,
  newCode,
  onlyLot,
  type Sweep,
  serveResource,
  sweepTenants,
  type TenantTx,
} from '@boyun/kernel/server';
import { reviewedTable } from '@boyun/reviews/server';
import { checkEntry, lotsInOrder } from '../standing/list-entry.service.ts';
import { listRefusal } from '../standing/list-field.contract.ts';
import { listReviews } from '../standing/list-review.contract.ts';
import { visitDecided, visitExpired, visitRegistered } from './visit-event.contract.ts';
import {
  answerInvitation,
  decideVisit,
  getInvitation,
  registerVisit,
  type VisitState,
  visitIsOver,
  visitList,
  visitTransitions,
} from './visit-list.contract.ts';

/** Fields whose change requires a new approval. */
const DECIDED_BY = ['plate', 'lotIds', 'validFrom', 'validUntil', 'approval'] as const;

/** State of a visit after its plate or approval changed. */
function stateOf({ plate, approval }: { readonly plate: string | null; readonly approval: string }): VisitState {
  if (plate === null) return 'invited';
  return approval === 'none' ? 'approved' : 'pending';
}

/** Visitors: a visit without approval takes effect at once; a changed visit requires a new approval. */
export const visitListServer = serveResource(visitList, {
  ...reviewedTable(visitList, listReviews.visitList.name, (row) => row.remark),
  async beforeWrite(tx, given, before) {
    const values = lotsInOrder(given);
    const row = { ...before, ...values } as Row<typeof visitList>;
    checkEntry(tx, { ...row, plate: row.plate ?? ANY_PLATE }, before && { ...before, plate: before.plate ?? '' });
    if (before) {
      const isOver = before.state === 'used' || before.state === 'cancelled';
      const isChanged = DECIDED_BY.some((key) => String(row[key]) !== String(before[key]));
      return isChanged && !isOver ? { ...values, state: stateOf(row) } : values;
    }
    return {
      ...values,
      state: stateOf(row),
      code: newCode(tx),
      hostCode: newCode(tx),
      decidedBy: null,
      decidedAt: null,
      usedAt: null,
    };
  },
});

/** Placeholder that passes validation while the plate is unknown. */
const ANY_PLATE = '粤B00000';

interface Visit {
  readonly id: string;
  readonly plate: string | null;
  readonly lotIds: readonly string[];
  readonly state: VisitState;
  readonly approval: string;
  readonly hostName: string;
  readonly validUntil: Date;
}

const VISIT = `select id, plate, lot_ids, state, approval, host_name,
  valid_until`;

/** Refuses an act that the state of the visit does not allow, or any act on an expired visit. */
function checkPossible(tx: TenantTx, visit: Visit, act: keyof typeof visitTransitions): void {
  const isOver = act !== 'cancel' && visit.validUntil <= tx.now;
  const impossible = isOver ? visitIsOver : disabledReason(visitTransitions, act, visit.state);
  if (impossible) throw new Refusal(listRefusal['not-possible'], { reason: impossible[tx.who.language] });
}

/** Decides a visit that waits for it, in the scope of the caller, and records who did. */
export async function decideById(tx: TenantTx, visitId: string, act: 'approve' | 'reject' | 'cancel') {
  const [visit] = await tx.query<Visit>(`${VISIT} from visit_list where tenant_id = $1 and id = $2 for update`, [
    tx.tenantId,
    visitId,
  ]);
  if (!visit || !coversLots(tx.who, visit.lotIds))
    throw new Refusal(kernelRefusal['not-found'], { what: visitList.title[tx.who.language] });
  const state = await decide(tx, visit, act, tx.who.name);
  return {
    subjectKind: 'visit-list',
    subjectId: visit.id,
    subject: visit.plate ?? visit.hostName,
    before: { state: visit.state },
    after: { state },
  };
}

async function decide(
  tx: TenantTx,
  visit: Visit,
  act: 'approve' | 'reject' | 'cancel',
  by: string,
): Promise<VisitState> {
  checkPossible(tx, visit, act);
  const state = visitTransitions[act].to;
  await tx.query(
    `update visit_list set state = $3, decided_by = $4, decided_at = $5, updated_at = $5, version = version + 1
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, visit.id, state, by, tx.now],
  );
  tx.emit(visitDecided, { lotId: onlyLot(visit.lotIds), subjectId: visit.id, data: { plate: visit.plate, state } });
  return state;
}

export const decideVisitServer = handle(decideVisit, async (tx, { visitId, act }, audit) => {
  audit.describe(await decideById(tx, visitId, act));
  return {};
});

const holding = <T>(kernel: Kernel, code: string, language: Language, work: (tx: TenantTx) => Promise<T>) =>
  asHolder(kernel, code, { name: 'visitor', unknown: listRefusal['unknown-invitation'], language }, work);

export const getInvitationServer = handleFreely(getInvitation, (kernel, { code }, { language }) =>
  holding(kernel, code, language, async (tx) => {
    const [row] = await tx.query<Output<typeof getInvitation>>(
      `select l.names as "lotNames", l.address, l.zone as "timeZone", v.plate, v.visitor_name,
         v.host_name, v.place, v.valid_from, v.valid_until,
         v.free_minutes, v.repeats, v.state, (v.host_code = $2)::int as "isHost"
       from visit_list v cross join lateral (
         select string_agg(name, ', ' order by name) as names, min(time_zone) as zone,
           case when count(*) = 1 then min(address) end as address
         from lot_fact where tenant_id = v.tenant_id and id = any(v.lot_ids)) as l
       where v.tenant_id = $1 and (v.code = $2 or v.host_code = $2)`,
      [tx.tenantId, code],
    );
    if (!row) throw new Refusal(listRefusal['unknown-invitation']);
    return row;
  }),
);

export const answerInvitationServer = handleFreely(answerInvitation, (kernel, { code, act }, { language }) =>
  holding(kernel, code, language, async (tx) => {
    const [visit] = await tx.query<Visit>(
      `${VISIT} from visit_list where tenant_id = $1 and host_code = $2 and approval = 'host' for update`,
      [tx.tenantId, code],
    );
    if (!visit) throw new Refusal(listRefusal['unknown-invitation']);
    const state = await decide(tx, visit, act, visit.hostName);
    tx.audit({
      action: answerInvitation.audit!,
      subjectKind: 'visit-list',
      subjectId: visit.id,
      subject: visit.plate ?? visit.hostName,
      before: { state: visit.state },
      after: { state },
    });
    return {};
  }),
);

export const registerVisitServer = handleFreely(
  registerVisit,
  (kernel, { code, plate, visitorName, visitorPhone }, { language }) =>
    holding(kernel, code, language, async (tx) => {
      const [visit] = await tx.query<Visit>(`${VISIT} from visit_list where tenant_id = $1 and code = $2 for update`, [
        tx.tenantId,
        code,
      ]);
      if (!visit) throw new Refusal(listRefusal['unknown-invitation']);
      checkPossible(tx, visit, 'register');
      if (!isPlate(plate)) throw new Refusal(listRefusal['bad-plate'], { plate });
      const state = stateOf({ plate, approval: visit.approval });
      await tx.query(
        `update visit_list set plate = $3, state = $4, visitor_name = coalesce($5, visitor_name),
         visitor_phone = coalesce($6, visitor_phone), updated_at = $7, version = version + 1
       where tenant_id = $1 and id = $2`,
        [tx.tenantId, visit.id, plate, state, visitorName, visitorPhone, tx.now],
      );
      tx.emit(visitRegistered, { lotId: onlyLot(visit.lotIds), subjectId: visit.id, data: { plate, state } });
      tx.audit({
        action: registerVisit.audit!,
        subjectKind: 'visit-list',
        subjectId: visit.id,
        subject: plate,
        before: { plate: visit.plate, state: visit.state },
        after: { plate, state },
      });
      return {};
    }),
);

/** Job that marks invitations as expired; the gate checks the end time itself. */
export const visitExpiry: Sweep = {
  name: 'visit-expiry',
  everySeconds: 60,
  async run(kernel: Kernel) {
    const sql = `select tenant_id, id from visit_list
       where state in ('invited', 'pending', 'approved') and valid_until <= $1 limit 1000`;
    const values = [kernel.clock.now()];
    await sweepTenants<{ tenantId: number; id: string }>(kernel, { sql, values }, async (tx, { tenantId, id }) => {
      const [row] = await tx.query<{ lotIds: readonly string[]; plate: string | null }>(
        `update visit_list set state = 'expired', updated_at = $3, version = version + 1
           where tenant_id = $1 and id = $2 and state in ('invited', 'pending', 'approved') and valid_until <= $3
           returning lot_ids, plate`,
        [tenantId, id, tx.now],
      );
      if (row) tx.emit(visitExpired, { lotId: onlyLot(row.lotIds), subjectId: id, data: { plate: row.plate } });
    });
  },
};
