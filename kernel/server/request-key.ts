import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { REQUEST_KEY_HEADER } from '../contract/operation.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import type { WireObject } from '../contract/wire.ts';
import type { TenantTx } from './database.ts';
import type { Kernel } from './kernel.ts';

const KEPT_MS = 24 * 3_600_000;
const KEY = /^[\w-]{8,64}$/;

/** The key of a request; null where it has none. */
export function requestKeyOf(headers: IncomingHttpHeaders): string | null {
  const key = headers[REQUEST_KEY_HEADER.toLowerCase()];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !KEY.test(key)) throw new Refusal(kernelRefusal['bad-request-key']);
  return key;
}

interface Done {
  readonly call: string;
  readonly caller: string;
  readonly inputHash: string;
  readonly answer: WireObject;
}

/**
 * Does the work of a call once for its key: a repeated call waits for the first and gets its answer. Refuses a key that was used by another
 * caller, for another call or with other input. Work that is refused uses no key up.
 */
export async function onceByKey(
  tx: TenantTx,
  asked: { readonly key: string; readonly call: string; readonly input: object },
  work: () => Promise<WireObject>,
): Promise<WireObject> {
  const { key, call, input } = asked;
  const caller = `${tx.who.kind} ${tx.who.userId ?? tx.who.account}`;
  const inputHash = createHash('sha256').update(JSON.stringify(input)).digest('base64url');
  const [claimed] = await tx.query(
    `insert into request_key (tenant_id, key, at, call, caller, input_hash) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, key) do nothing returning key`,
    [tx.tenantId, key, tx.now, call, caller, inputHash],
  );
  if (claimed) {
    const answer = await work();
    await tx.query('update request_key set answer = $3 where tenant_id = $1 and key = $2', [tx.tenantId, key, answer]);
    return answer;
  }
  const [done] = await tx.query<Done>(
    'select call, caller, input_hash, answer from request_key where tenant_id = $1 and key = $2',
    [tx.tenantId, key],
  );
  if (done?.call !== call || done.caller !== caller || done.inputHash !== inputHash)
    throw new Refusal(kernelRefusal['request-key-used']);
  return done.answer;
}

/** Removes keys nobody repeats any more. */
export async function forgetRequestKeys({ database, clock }: Pick<Kernel, 'database' | 'clock'>): Promise<void> {
  await database.system('delete from request_key where at < $1', [new Date(clock.now().getTime() - KEPT_MS)]);
}
