import { wallTime } from '@boyun/domain/period';
import { sql } from '@boyun/kernel/server';
import type { Change, InboxSource } from '@boyun/reviews/server';
import { visitReview } from '../standing/list-review.contract.ts';
import { decideVisit, visitList } from './visit-list.contract.ts';
import { decideById } from './visit-list.server.ts';

interface VisitFacts {
  readonly visitorName: string | null;
  readonly hostName: string;
  readonly place: string | null;
  readonly validFrom: Date;
  readonly validUntil: Date;
  readonly freeMinutes: number | null;
}

const { visitorName, hostName, place, validFrom, validUntil, freeMinutes } = visitList.fields;
const NONE = { zh: '无', en: 'None' };

/** Visits that wait for a decision. */
export const visitInbox: InboxSource = {
  kind: visitReview.name,
  subjectKind: visitList.name,
  seen: visitList.can.list,
  decide: decideVisit.access,
  async rows(tx) {
    return {
      from: sql`visit_list v where v.tenant_id = ${tx.tenantId} and v.state = 'pending' and v.valid_until > ${tx.now}`,
      columns: {
        id: sql`v.id`,
        reviewNo: sql`v.plate`,
        lotIds: sql`v.lot_ids`,
        subjectId: sql`v.id`,
        subject: sql`v.plate`,
        summaryZh: sql`'访客 ' || coalesce(v.visitor_name, v.plate) || ' 拜访 ' || v.host_name`,
        summaryEn: sql`coalesce(v.visitor_name, v.plate) || ' visits ' || v.host_name`,
        reason: sql`coalesce(nullif(v.remark, ''), v.place, '—')`,
        requestedByName: sql`coalesce(v.visitor_name, v.host_name)`,
        requestedAt: sql`v.updated_at`,
        obstacle: sql`null`,
      },
    };
  },
  async changes(tx, id) {
    const [row] = await tx.query<VisitFacts>(
      `select visitor_name, host_name, place, valid_from, valid_until, free_minutes
       from visit_list where tenant_id = $1 and id = $2`,
      [tx.tenantId, id],
    );
    const at = (moment: Date) => wallTime(moment.getTime(), tx.who.zone).slice(0, 16).replace('T', ' ');
    const facts = [
      { field: visitorName, text: row!.visitorName },
      { field: hostName, text: row!.hostName },
      { field: place, text: row!.place },
      { field: validFrom, text: at(row!.validFrom) },
      { field: validUntil, text: at(row!.validUntil) },
      { field: freeMinutes, text: row!.freeMinutes === null ? null : String(row!.freeMinutes) },
    ];
    return facts.flatMap(({ field, text }): Change[] =>
      text ? [{ label: field.label, before: NONE, after: { zh: text, en: text } }] : [],
    );
  },
  async carryOut(tx, id, outcome, note) {
    const decided = await decideById(tx, id, outcome);
    tx.audit({ action: decideVisit.audit!, ...decided, after: { ...decided.after, note } });
  },
};
