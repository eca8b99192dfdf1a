import type { TenantTx } from '@boyun/kernel/server';
import type { BlackAction } from '../black-list/black-list.contract.ts';

/** How a plate stands in a lot at a moment, and why; the reason is kept with the passing in both languages. */
export interface PlateStanding {
  readonly standing: 'black' | 'white' | 'temporary';
  /** The list entry that decided; null for temporary cars. */
  readonly entryId: string | null;
  /** What the gate does with a black plate; null for all others. */
  readonly action: keyof typeof BlackAction | null;
  readonly reasonZh: string;
  readonly reasonEn: string;
}

// One probe of each plate index; runs at each passing. The start counts, the end counts no more. Where entries overlap:
// black before white, deny before warn, an entry of this lot before one of all lots, the younger before the older.
const STANDING = `
  select standing, id, action, text from (
    select 1 as place, 'black' as standing, id, action, reason as text, lot_id from black_list
    where tenant_id = $1 and plate = $2 and (lot_id = $3 or lot_id is null)
      and valid_from <= $4 and (valid_until is null or valid_until > $4)
    union all
    select 2, 'white', id, null, coalesce(remark, ''), lot_id from white_list
    where tenant_id = $1 and plate = $2 and (lot_id = $3 or lot_id is null)
      and valid_from <= $4 and (valid_until is null or valid_until > $4)
  ) as entry
  order by place, action = 'deny' desc, lot_id is null, id desc
  limit 1`;

/** The standing of a normalised plate in a lot at an instant, in one statement; black list before white list. */
export async function standingOf(tx: TenantTx, plate: string, lotId: string, at: Date): Promise<PlateStanding> {
  const [row] = await tx.query<{
    standing: 'black' | 'white';
    id: string;
    action: keyof typeof BlackAction | null;
    text: string;
  }>(STANDING, [tx.tenantId, plate, lotId, at]);
  if (!row)
    return { standing: 'temporary', entryId: null, action: null, reasonZh: '临时车', reasonEn: 'Temporary car' };
  const [zh, en] = row.standing === 'black' ? ['黑名单', 'Black list'] : ['白名单', 'White list'];
  return {
    standing: row.standing,
    entryId: row.id,
    action: row.action,
    reasonZh: row.text ? `${zh}：${row.text}` : zh,
    reasonEn: row.text ? `${en}: ${row.text}` : en,
  };
}
