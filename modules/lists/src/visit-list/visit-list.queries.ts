import { coverByEntry, span } from '../standing/entry-cover.service.ts';
import { entriesOf, type ListKindServer, ownersOf } from '../standing/list-kind.service.ts';
import { visitor } from '../standing/visitor-kind.contract.ts';

/** Visitors whose visit is approved; a one-time visit is used by the first entry. */
export const visitorKind: ListKindServer = {
  kind: visitor,
  entries: entriesOf('visit_list', 'host_name', "state = 'approved'"),
  owners: ownersOf('visit_list', 'visitor_name', 'visitor_phone', false),
  cover: coverByEntry(
    `select ${span('v')}, free_minutes as minutes from visit_list v where v.tenant_id = $1 and v.id = any($2::uuid[])`,
    () => ({ zh: '访客免费', en: 'Free as a visitor' }),
  ),
  arrived: (tx, entryId) =>
    tx.deferWrite(
      tx.query(
        `update visit_list set used_at = $3, state = case when repeats = 'once' then 'used' else state end, updated_at = $3
         where tenant_id = $1 and id = $2`,
        [tx.tenantId, entryId, tx.now],
      ),
    ),
};
