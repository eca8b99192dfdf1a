import { pattern } from '@boyun/domain/pattern';
import { kernelRefusal, type Output, Refusal } from '@boyun/kernel/contract';
import { handle } from '@boyun/kernel/server';
import { getPlateStanding } from './plate-standing.contract.ts';

const SIMPLE = (kind: string, table: string) =>
  `select '${kind}' as kind, lot_id, valid_until from ${table}
   where tenant_id = $1 and plate = $2 and valid_from <= $3 and (valid_until is null or valid_until > $3)`;

// Packs of all lots have no lot of their own: one row stands for them.
const ENTRIES = `
  select entry.kind, l.name as "lotName", entry.valid_until as "validUntil" from (
    ${SIMPLE('black', 'black_list')}
    union all ${SIMPLE('white', 'white_list')}
    union all ${SIMPLE('fixed', 'fixed_list')}
    union all
    select 'pack', lot.id, p.valid_until
    from pack_plate c
    join pack p on p.tenant_id = c.tenant_id and p.id = c.pack_id
    left join lateral unnest(p.lot_ids) as lot(id) on true
    where c.tenant_id = $1 and c.plate = $2 and c.from_at <= $3 and (c.until_at is null or c.until_at > $3)
      and p.state <> 'pending' and p.valid_from <= $3 and least(p.valid_until, p.ended_at, p.paused_at) > $3
    union all ${SIMPLE('free', 'free_list')}
    union all ${SIMPLE('visitor', 'visit_list')} and state = 'approved'
    union all
    select 'appointment', lot_id, admit_until from appointment
    where tenant_id = $1 and plate = $2 and state = 'confirmed' and admit_until > $3
  ) as entry
  left join lot l on l.tenant_id = $1 and l.id = entry.lot_id
  where lot_id is null or $4::uuid[] is null or lot_id = any($4)
  limit 20`;

export const plateStandingOperation = handle(getPlateStanding, async (tx, { plate }) => {
  const { isValid, ...words } = pattern.plate;
  if (!isValid(plate)) throw new Refusal(kernelRefusal['bad-input'], {}, [{ path: 'Plate', ...words }]);
  const values = [tx.tenantId, plate, tx.now, tx.who.lotIds];
  return { entries: await tx.query<Output<typeof getPlateStanding>['entries'][number]>(ENTRIES, values) };
});
