import { Refusal } from '@boyun/kernel/contract';
import type { Kernel, TenantTx } from '@boyun/kernel/server';
import { isTrial } from '@boyun/money/server';
import { type RecogniserProvider, recogniserRefusal } from '../recogniser/recogniser.contract.ts';
import { plateRecognizer } from './plate-recognizer.service.ts';
import type { Reader, ReaderAnswer } from './reader.service.ts';
import { type RecognitionState, recognitionRefusal } from './recognition.contract.ts';
import { sandboxReader } from './sandbox-reader.service.ts';
import { tencentPlate } from './tencent-plate.service.ts';

/** Time after which a recognition that has no result is taken as lost: its process has ended. */
const LOST_MS = 5 * 60_000;

const TENCENT = 'https://ocr.tencentcloudapi.com';
const PLATE_RECOGNIZER = 'https://api.platerecognizer.com';

/** The enabled service of a tenant. */
export interface Enabled {
  readonly id: string;
  readonly name: string;
  readonly provider: RecogniserProvider;
  readonly keyName: string | null;
  readonly pricePerThousandFen: number;
  readonly monthlyLimit: number | null;
  readonly sealed: string | null;
}

/** Returns the enabled service; null where there is none. */
export async function findEnabled(tx: TenantTx): Promise<Enabled | null> {
  const [row] = await tx.query<Enabled>(
    `select id, name, provider, key_name, coalesce(price_per_thousand_fen, 0) as price_per_thousand_fen, monthly_limit, secret_sealed as sealed
     from recogniser where tenant_id = $1 and is_enabled`,
    [tx.tenantId],
  );
  return row ?? null;
}

/** Returns the client of a service; refuses one that lacks its secret. */
export function readerOf(kernel: Pick<Kernel, 'configuration' | 'secrets'>, enabled: Enabled): Reader {
  if (enabled.provider === 'sandbox') return sandboxReader;
  if (!enabled.sealed) throw new Refusal(recognitionRefusal['no-secret'], { name: enabled.name });
  const secret = kernel.secrets.decrypt(enabled.sealed);
  const { plateRecognizerUrl, tencentOcrUrl } = kernel.configuration;
  switch (enabled.provider) {
    case 'tencent':
      return tencentPlate({ endpoint: tencentOcrUrl ?? TENCENT, id: enabled.keyName ?? '', secret });
    case 'plate-recognizer':
      return plateRecognizer({ endpoint: plateRecognizerUrl ?? PLATE_RECOGNIZER, token: secret });
  }
}

/** SQL of the month of an instant on the clock of the tenant. */
const MONTH = `to_char(r.at at time zone (select t.time_zone from tenant t where t.id = r.tenant_id), 'YYYY-MM')`;

/** Returns the number of calls in the present month. Locks the service, so that its limit holds for calls at once. */
async function countThisMonth(tx: TenantTx, recogniserId: string): Promise<number> {
  await tx.query('select 1 from recogniser where tenant_id = $1 and id = $2 for update', [tx.tenantId, recogniserId]);
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from recognition r
     where r.tenant_id = $1 and r.at > $2::timestamptz - interval '32 days' and r.state <> 'failed'
       and ${MONTH} = to_char($2::timestamptz at time zone (select t.time_zone from tenant t where t.id = $1), 'YYYY-MM')`,
    [tx.tenantId, tx.now],
  );
  return row!.count;
}

/** Records the begin of a recognition, within the limit of the month; returns its id and the service. */
export async function beginRecognition(
  tx: TenantTx,
  kernel: Kernel,
  picture: { readonly bytes: Buffer; readonly ending: 'jpg' | 'png' },
): Promise<{ readonly id: string; readonly key: string; readonly reader: Reader }> {
  const enabled = await findEnabled(tx);
  if (!enabled) throw new Refusal(recognitionRefusal['no-recogniser']);
  if (enabled.provider === 'sandbox' && !(await isTrial(tx))) throw new Refusal(recogniserRefusal['only-in-trial']);
  const reader = readerOf(kernel, enabled);
  const count = await countThisMonth(tx, enabled.id);
  if (enabled.monthlyLimit !== null && count >= enabled.monthlyLimit)
    throw new Refusal(recognitionRefusal['used-up'], { count: enabled.monthlyLimit });
  const id = tx.newId();
  const key = `${tx.tenantId}/recognition/${tx.now.toISOString().slice(0, 10)}/${id}.${picture.ending}`;
  await kernel.files.put(key, picture.bytes);
  await tx.query(`update recognition set state = 'failed' where tenant_id = $1 and state = 'running' and at < $2`, [
    tx.tenantId,
    new Date(tx.now.getTime() - LOST_MS),
  ]);
  await tx.query(
    `insert into recognition (tenant_id, id, at, account_id, actor_name, recogniser_id, provider, price_per_thousand_fen, picture)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tx.tenantId,
      id,
      tx.now,
      tx.who.userId,
      tx.who.name,
      enabled.id,
      enabled.provider,
      enabled.pricePerThousandFen,
      key,
    ],
  );
  return { id, key, reader };
}

/** Records what the service answered. */
export async function endRecognition(
  tx: TenantTx,
  id: string,
  answer: ReaderAnswer,
  tookMs: number,
): Promise<RecognitionState> {
  const [first, ...others] = answer.readings;
  const state = answer.fault !== null ? 'failed' : first ? 'read' : 'none';
  await tx.query(
    `update recognition set state = $3, is_billed = $4, plate = $5, plate_color = $6, confidence = $7, box = $8, others = $9,
       answer = $10, took_ms = $11
     where tenant_id = $1 and id = $2`,
    [
      tx.tenantId,
      id,
      state,
      answer.isBilled,
      first?.plate ?? null,
      first?.color ?? null,
      first?.confidence ?? null,
      first?.box ? JSON.stringify(first.box) : null,
      JSON.stringify(others),
      answer.fault?.slice(0, 300) ?? null,
      tookMs,
    ],
  );
  return state;
}

/** Returns the calls and the cost of the last twelve months, newest first. */
export function usageByMonth(
  tx: TenantTx,
): Promise<{ month: string; callCount: number; billedCount: number; readCount: number; costFen: number }[]> {
  return tx.query(
    `select ${MONTH} as month, count(*)::int as call_count, count(*) filter (where r.is_billed)::int as billed_count,
       count(*) filter (where r.state = 'read')::int as read_count,
       round(coalesce(sum(r.price_per_thousand_fen) filter (where r.is_billed), 0) / 1000.0)::bigint as cost_fen
     from recognition r where r.tenant_id = $1 and r.at > $2::timestamptz - interval '366 days'
     group by 1 order by 1 desc limit 12`,
    [tx.tenantId, tx.now],
  );
}
