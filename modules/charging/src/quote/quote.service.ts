import { type FeeLine, type Paid, priceStay, type Tariff } from '@boyun/domain/fee';
import type { TenantTx } from '@boyun/kernel/server';

/** A version of a tariff ready to price with. */
export interface TariffInForce {
  readonly versionId: string;
  readonly ruleName: string;
  readonly number: number;
  readonly tariff: Tariff;
}

/** A priced stay: the lines add up to `feeFen`; `dueFen` is what the settlements have left open. */
export interface Quote {
  readonly feeFen: number;
  readonly dueFen: number;
  readonly lines: readonly FeeLine[];
  readonly versionId: string | null;
  readonly graceMinutes: number;
}

/** What is to be priced. `versionId` keeps a stay on the version it began under. */
export interface QuoteRequest {
  readonly lotId: string;
  readonly zone: string;
  readonly enteredAt: Date;
  readonly at: Date;
  readonly plateColor: number;
  readonly vehicleKind: string | null;
  readonly settlements: readonly Paid[];
  readonly versionId: string | null;
}

// A version never changes once written, so it is kept for as long as the process lives.
const versions = new Map<string, TariffInForce>();

const COLUMNS = `v.id as "versionId", r.name as "ruleName", v.number, v.tariff`;

/** The version a lot prices with now, or the named one; null for a lot without a rule. */
export async function findTariff(tx: TenantTx, lotId: string, versionId: string | null): Promise<TariffInForce | null> {
  const known = versionId ? versions.get(`${tx.tenantId} ${versionId}`) : undefined;
  if (known) return known;
  const [row] = versionId
    ? await tx.query<TariffInForce>(
        `select ${COLUMNS} from charge_rule_version v
         join charge_rule r on r.tenant_id = v.tenant_id and r.id = v.charge_rule_id
         where v.tenant_id = $1 and v.id = $2`,
        [tx.tenantId, versionId],
      )
    : await tx.query<TariffInForce>(
        `select ${COLUMNS} from charge_binding b
         join charge_rule r on r.tenant_id = b.tenant_id and r.id = b.charge_rule_id
         join charge_rule_version v on v.tenant_id = r.tenant_id and v.charge_rule_id = r.id
         where b.tenant_id = $1 and b.lot_id = $2 order by v.number desc limit 1`,
        [tx.tenantId, lotId],
      );
  if (!row) return null;
  const key = `${tx.tenantId} ${row.versionId}`;
  const kept = versions.get(key) ?? row;
  versions.set(key, kept);
  return kept;
}

/** Prices a stay up to a moment. A lot without a rule charges nothing, and says so in the line. */
export async function quoteStay(tx: TenantTx, request: QuoteRequest): Promise<Quote> {
  const found = await findTariff(tx, request.lotId, request.versionId);
  if (!found) return freeOfRule(request);
  const priced = priceStay(found.tariff, {
    enteredAtMs: request.enteredAt.getTime(),
    exitAtMs: Math.max(request.enteredAt.getTime(), request.at.getTime()),
    zone: request.zone,
    plateColor: request.plateColor,
    ...(request.vehicleKind ? { vehicleKind: request.vehicleKind } : {}),
    ...(request.settlements.length > 0 ? { paid: request.settlements } : {}),
  });
  return {
    feeFen: priced.totalFen,
    dueFen: priced.dueFen,
    lines: priced.lines,
    versionId: found.versionId,
    graceMinutes: found.tariff.grace?.minutes ?? 0,
  };
}

function freeOfRule(request: QuoteRequest): Quote {
  const line: FeeLine = {
    fromMs: request.enteredAt.getTime(),
    toMs: request.at.getTime(),
    rule: 'none',
    ruleVersion: 0,
    units: 0,
    unitPriceFen: 0,
    amountFen: 0,
    zh: '车场未绑定收费规则，不收费',
    en: 'The lot has no charge rule, nothing is charged',
  };
  return { feeFen: 0, dueFen: 0, lines: [line], versionId: null, graceMinutes: 0 };
}
