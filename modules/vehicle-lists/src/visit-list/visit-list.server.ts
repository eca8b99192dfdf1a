import { randomBytes } from 'node:crypto';
import { kernelRefusal, type Output, Refusal, type Row, whyNot } from '@boyun/kernel/contract';
import { coversLot, handle, handleFreely, type Kernel, serve, systemWho, type TenantTx } from '@boyun/kernel/server';
import { checkEntry } from '../standing/list-entry.service.ts';
import { listRefusal } from '../standing/list-field.contract.ts';
import {
  answerInvitation,
  decideVisit,
  getInvitation,
  type VisitState,
  visitList,
  visitTransitions,
} from './visit-list.contract.ts';

/** Visitors: a visit that needs nobody's approval holds at once; one that was changed is agreed to anew. */
export const visitListServer = serve(visitList, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof visitList>;
    checkEntry(tx, row, before);
    const state: VisitState = row.approval === 'none' ? 'approved' : 'pending';
    if (before) return before.state === 'pending' || values.approval !== undefined ? { ...values, state } : values;
    return {
      ...values,
      state,
      code: newCode(tx),
      hostCode: newCode(tx),
      decidedBy: null,
      decidedAt: null,
      usedAt: null,
    };
  },
});

/** Names the tenant, so that the page behind it finds its row; the rest cannot be guessed. */
function newCode(tx: TenantTx): string {
  return `${tx.tenantId}-${randomBytes(12).toString('base64url').replaceAll('-', 'x')}`;
}

interface Visit {
  readonly id: string;
  readonly plate: string;
  readonly lotId: string;
  readonly state: VisitState;
  readonly approval: string;
  readonly hostName: string;
}

const VISIT = `select id, plate, lot_id as "lotId", state, approval, host_name as "hostName"`;

async function decide(tx: TenantTx, visit: Visit, act: keyof typeof visitTransitions, by: string): Promise<VisitState> {
  const impossible = whyNot(visitTransitions, act, visit.state);
  if (impossible) throw new Refusal(listRefusal['not-possible'], { reason: impossible[tx.who.language] });
  const state = visitTransitions[act].to;
  await tx.query(
    `update visit_list set state = $3, decided_by = $4, decided_at = $5, updated_at = $5, version = version + 1
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, visit.id, state, by, tx.now],
  );
  tx.emit({ kind: 'visit-list.decided', lotId: visit.lotId, subjectId: visit.id, data: { plate: visit.plate, state } });
  return state;
}

export const decideVisitServer = handle(decideVisit, async (tx, { visitId, act }, audit) => {
  const [visit] = await tx.query<Visit>(`${VISIT} from visit_list where tenant_id = $1 and id = $2 for update`, [
    tx.tenantId,
    visitId,
  ]);
  if (!visit || !coversLot(tx.who, visit.lotId))
    throw new Refusal(kernelRefusal['not-found'], { what: visitList.title[tx.who.language] });
  const state = await decide(tx, visit, act, tx.who.name);
  audit.describe({
    subjectKind: 'visit-list',
    subjectId: visit.id,
    subject: visit.plate,
    before: { state: visit.state },
    after: { state },
  });
  return {};
});

/** As whoever holds a code: nobody is signed in, the code names the tenant. */
function asHolder<T>(kernel: Kernel, code: string, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  const tenantId = Number(/^(\d{1,9})-[A-Za-z0-9_]{8,40}$/.exec(code)?.[1]);
  if (!tenantId) throw new Refusal(listRefusal['unknown-invitation']);
  return kernel.database.inTenant({ ...systemWho(tenantId, 'visitor'), kind: 'visitor' }, work);
}

export const getInvitationServer = handleFreely(getInvitation, (kernel, { code }) =>
  asHolder(kernel, code, async (tx) => {
    const [row] = await tx.query<Output<typeof getInvitation>>(
      `select l.name as "lotName", l.address, l.time_zone as "timeZone", v.plate, v.visitor_name as "visitorName",
         v.host_name as "hostName", v.place, v.valid_from as "validFrom", v.valid_until as "validUntil",
         v.free_minutes as "freeMinutes", v.repeats, v.state, (v.host_code = $2)::int as "isHost"
       from visit_list v join lot l on l.tenant_id = v.tenant_id and l.id = v.lot_id
       where v.tenant_id = $1 and (v.code = $2 or v.host_code = $2)`,
      [tx.tenantId, code],
    );
    if (!row) throw new Refusal(listRefusal['unknown-invitation']);
    return row;
  }),
);

export const answerInvitationServer = handleFreely(answerInvitation, (kernel, { code, act }) =>
  asHolder(kernel, code, async (tx) => {
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
      subject: visit.plate,
      before: { state: visit.state },
      after: { state },
    });
    return {};
  }),
);
