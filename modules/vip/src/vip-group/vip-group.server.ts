import { Refusal, type Row } from '@boyun/kernel/contract';
import { serveResource } from '@boyun/kernel/server';
import { checkHours } from '@boyun/lists/server';
import { reviewedTable } from '@boyun/reviews/server';
import { HAS_VIP_KEPT } from './vip.queries.ts';
import { VALUE_OF, vipGroup, vipRefusal } from './vip-group.contract.ts';
import { vipReviews } from './vip-review.contract.ts';

const DAY_MS = 86_400_000;
/** Days whose uses a group shows. */
const SHOWN_DAYS = 31;

interface Figures {
  readonly id: string;
  readonly memberCount: number;
  readonly useCount: number;
  readonly costFen: number;
}

/** VIP groups with their cars, and what they cost lately. */
export const vipGroupServer = serveResource(vipGroup, {
  ...reviewedTable(vipGroup, vipReviews.group.name, (row) => row.remark, { isUsual: true }),
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof vipGroup>;
    for (const [effect, key] of Object.entries(VALUE_OF)) {
      const isGiven = row[key] !== null && row[key] !== undefined;
      const isNeeded = row.effect === effect;
      if (isGiven === isNeeded) continue;
      const field = vipGroup.fields[key].label[tx.who.language];
      throw new Refusal(vipRefusal[isNeeded ? 'value-needed' : 'value-unused'], { field });
    }
    checkHours(row);
    return values;
  },
  async afterWrite(tx, _row, before) {
    if (!before) tx.invalidate(HAS_VIP_KEPT);
  },
  async beforeDelete(tx, { id }) {
    const [used] = await tx.query('select from vip_vehicle where tenant_id = $1 and vip_group_id = $2 limit 1', [
      tx.tenantId,
      id,
    ]);
    if (used) throw new Refusal(vipRefusal['in-use']);
  },
  async afterRead(tx, rows) {
    const found = await tx.query<Figures>(
      `select g.id, m.cars as "memberCount", u.stays as "useCount", u.fen as "costFen" from unnest($2::uuid[]) as g(id)
       cross join lateral (
         select count(distinct plate)::int as cars from vip_vehicle where tenant_id = $1 and vip_group_id = g.id
           and valid_from <= $3 and (valid_until is null or valid_until > $3)) m
       cross join lateral (
         select count(distinct r.order_id)::int as stays, coalesce(sum(r.amount_fen), 0)::bigint as fen
         from vip_vehicle v join reduction_fact r on r.tenant_id = v.tenant_id and r.source = 'vip' and r.source_id = v.id
         join stay_fact s on s.tenant_id = r.tenant_id and s.id = r.order_id and s.left_at >= $4
           and s.parking_state in ('left', 'no-exit')
         where v.tenant_id = $1 and v.vip_group_id = g.id) u`,
      [tx.tenantId, rows.map((row) => row.id), tx.now, new Date(tx.now.getTime() - SHOWN_DAYS * DAY_MS)],
    );
    const byId = new Map(found.map((one) => [one.id, one]));
    for (const row of rows) {
      const { memberCount, useCount, costFen } = byId.get(row.id)!;
      Object.assign(row, { memberCount, useCount, costFen });
    }
  },
});
