import { randomInt } from 'node:crypto';
import { Refusal } from '@boyun/kernel/contract';
import { hashToken, type Kernel, sameText, type TenantTx } from '@boyun/kernel/server';
import { isTrial } from '@boyun/money/server';
import { sendDirect } from '@boyun/push/server';
import { appRefusal, sendAppCode } from './sign-in.contract.ts';
import { appCodeSent } from './sign-in-event.contract.ts';

const MINUTE_MS = 60_000;
/** How long a code can be entered, and how often wrongly. */
const CODE_MINUTES = 5;
const MOST_TRIES = 5;

/** Codes that are sent within a time. Phones share addresses, so that those of an address are many. */
const MOST: readonly { readonly minutes: number; readonly ofMobile: number; readonly ofAddress: number }[] = [
  { minutes: 1, ofMobile: 1, ofAddress: 20 },
  { minutes: 60, ofMobile: 5, ofAddress: 60 },
  { minutes: 24 * 60, ofMobile: 10, ofAddress: 200 },
];

async function requireSeldom(tx: TenantTx, mobile: string, address: string): Promise<void> {
  for (const { minutes, ofMobile, ofAddress } of MOST) {
    const [count] = await tx.query<{ ofMobile: number; ofAddress: number }>(
      `select count(*) filter (where mobile = $3)::int as "ofMobile", count(*) filter (where address = $4)::int as "ofAddress"
       from app_code where tenant_id = $1 and at > $2 and (mobile = $3 or address = $4)`,
      [tx.tenantId, new Date(tx.now.getTime() - minutes * MINUTE_MS), mobile, address],
    );
    if (count!.ofMobile >= ofMobile || count!.ofAddress >= ofAddress) throw new Refusal(appRefusal['too-often']);
  }
}

/** Sends a code to a mobile; a trial without SMS gets it in the answer. Refuses what is asked for too often. */
export async function sendCode(
  tx: TenantTx,
  kernel: Kernel,
  { mobile, address }: { readonly mobile: string; readonly address: string },
): Promise<{ codeId: string; shownCode: string | null }> {
  // Two requests at once must not both be the only one of a minute.
  await tx.lock(`app-code ${mobile}`);
  await requireSeldom(tx, mobile, address);
  const codeId = tx.newId();
  const secret = String(randomInt(1_000_000)).padStart(6, '0');
  await tx.query(
    'insert into app_code (tenant_id, id, at, mobile, address, code_hash) values ($1, $2, $3, $4, $5, $6)',
    [tx.tenantId, codeId, tx.now, mobile, address, hashToken(`${codeId} ${secret}`)],
  );
  await sendDirect(tx, kernel.jobs, {
    channel: 'sms',
    event: appCodeSent,
    recipient: mobile,
    values: { code: secret, minutes: String(CODE_MINUTES) },
    isUrgent: true,
  });
  tx.emit(appCodeSent, { lotId: null, subjectId: codeId, data: { mobile } });
  tx.audit({
    action: sendAppCode.audit!,
    subjectKind: 'app-code',
    subjectId: codeId,
    subject: mobile,
    after: { address },
  });
  const isShown = kernel.configuration.smsUrl === null && (await isTrial(tx));
  return { codeId, shownCode: isShown ? secret : null };
}

/**
 * Takes a code that was entered: returns the mobile it proves, or null where it is wrong or over. A wrong one is counted, so the caller
 * commits before it refuses.
 */
export async function takeCode(tx: TenantTx, codeId: string, entered: string): Promise<string | null> {
  const [sent] = await tx.query<{ at: Date; mobile: string; codeHash: string; tryCount: number; usedAt: Date | null }>(
    'select at, mobile, code_hash, try_count, used_at from app_code where tenant_id = $1 and id::text = $2 for update',
    [tx.tenantId, codeId],
  );
  if (!sent || sent.usedAt || sent.tryCount >= MOST_TRIES) return null;
  if (tx.now.getTime() - sent.at.getTime() > CODE_MINUTES * MINUTE_MS) return null;
  const isRight = sameText(hashToken(`${codeId} ${entered.trim()}`), sent.codeHash);
  await tx.query(
    `update app_code set try_count = try_count + 1, used_at = case when $3 then $4::timestamptz end
     where tenant_id = $1 and id::text = $2`,
    [tx.tenantId, codeId, isRight, tx.now],
  );
  return isRight ? sent.mobile : null;
}
