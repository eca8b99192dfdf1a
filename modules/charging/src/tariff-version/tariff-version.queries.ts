import type { Tariff } from '@boyun/domain/fee';
import type { TenantTx } from '@boyun/kernel/server';
import type { VersionState } from '../charge-rule/version-state.contract.ts';

/** A version of a rule as read by the business logic. */
export interface Version {
  readonly id: string;
  readonly chargeRuleId: string;
  readonly number: number;
  readonly version: number;
  readonly state: VersionState;
  readonly tariff: Tariff;
  readonly readingZh: string;
  readonly readingEn: string;
  readonly baseNumber: number | null;
  readonly effectiveFrom: Date | null;
  readonly effectiveUntil: Date | null;
  readonly note: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly madeBy: string;
  readonly submittedBy: string | null;
  readonly submittedAccount: string | null;
  readonly submittedAt: Date | null;
  readonly approvedBy: string | null;
  readonly approvedAt: Date | null;
  readonly publishedBy: string | null;
  readonly publishedAt: Date | null;
  readonly withdrawnBy: string | null;
  readonly withdrawnAt: Date | null;
}

const COLUMNS = `id, charge_rule_id, number, version, tariff, reading_zh,
  reading_en, base_number, effective_from,
  effective_until, note, created_at, updated_at, made_by,
  submitted_by, submitted_account, submitted_at,
  approved_by, approved_at, published_by, published_at,
  withdrawn_by, withdrawn_at,
  case when state <> 'published' then state when effective_from > $3 then 'scheduled'
    when effective_until <= $3 then 'retired' else 'in-force' end as state`;

/** Returns the versions of the given rules with their current state, newest first. */
export function findVersions(tx: TenantTx, ruleIds: readonly string[]): Promise<Version[]> {
  return tx.query<Version>(
    `select ${COLUMNS} from (
       select *, case when state = 'published' then
         lead(effective_from) over (partition by charge_rule_id, state order by effective_from) end as effective_until
       from charge_rule_version where tenant_id = $1 and charge_rule_id = any($2::uuid[])
     ) as v order by charge_rule_id, number desc`,
    [tx.tenantId, ruleIds, tx.now],
  );
}

/** Inserts a version in its initial state. */
export async function insertVersion(
  tx: TenantTx,
  row: Pick<Version, 'chargeRuleId' | 'number' | 'tariff' | 'readingZh' | 'readingEn' | 'baseNumber' | 'note'>,
): Promise<void> {
  await tx.query(
    `insert into charge_rule_version (tenant_id, id, created_at, updated_at, charge_rule_id, number, state, tariff,
       reading_zh, reading_en, base_number, note, made_by)
     values ($1, $2, $3, $3, $4, $5, 'draft', $6, $7, $8, $9, $10, $11)`,
    [
      tx.tenantId,
      tx.newId(),
      tx.now,
      row.chargeRuleId,
      row.number,
      JSON.stringify(row.tariff),
      row.readingZh,
      row.readingEn,
      row.baseNumber,
      row.note,
      tx.who.name,
    ],
  );
}

/** The columns an update may set. */
type Change = Partial<{
  state: 'draft' | 'in-review' | 'approved' | 'published' | 'withdrawn';
  tariff: string;
  reading_zh: string;
  reading_en: string;
  effective_from: Date;
  note: string | null;
  submitted_by: string | null;
  submitted_account: string | null;
  submitted_at: Date | null;
  approved_by: string | null;
  approved_at: Date | null;
  published_by: string;
  published_at: Date;
  withdrawn_by: string;
  withdrawn_at: Date;
}>;

/** Updates a version and increments its revision. */
export async function updateVersion(tx: TenantTx, id: string, change: Change): Promise<void> {
  const columns = Object.keys(change);
  await tx.query(
    `update charge_rule_version set version = version + 1, updated_at = $3,
       ${columns.map((name, index) => `${name} = $${index + 4}`).join(', ')}
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, tx.now, ...Object.values(change)],
  );
}

/** Deletes a draft. */
export async function deleteVersion(tx: TenantTx, id: string): Promise<void> {
  await tx.query('delete from charge_rule_version where tenant_id = $1 and id = $2', [tx.tenantId, id]);
}
