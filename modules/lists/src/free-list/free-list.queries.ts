import { coverByEntry, span } from '../standing/entry-cover.service.ts';
import { free } from '../standing/free-kind.contract.ts';
import { entriesOf, type ListKindServer } from '../standing/list-kind.service.ts';

const HOURS = `case when daily_from is not null then jsonb_build_object('from', daily_from, 'to', daily_to) end`;

/** Free vehicles. */
export const freeKind: ListKindServer = {
  kind: free,
  entries: { ...entriesOf('free_list', "coalesce(remark, '')"), hours: HOURS, timesPerDay: 'times_per_day' },
  cover: coverByEntry(
    `select ${span('f')}, minutes_per_stay as minutes, ${HOURS} as hours
     from free_list f where f.tenant_id = $1 and f.id = any($2::uuid[])`,
    () => ({ zh: '免费车', en: 'Free vehicle' }),
  ),
};
