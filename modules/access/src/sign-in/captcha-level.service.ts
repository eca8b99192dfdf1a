import type { Kernel } from '@boyun/kernel/server';
import { findAttempts, limit } from '../attempt/attempt.service.ts';
import { captchaLevel } from './captcha.service.ts';
import { findAccounts, keyOfAccount, keyOfAddress } from './found-account.service.ts';

/** Returns the level of the next challenge for an address, or for an account from that address. */
export async function levelFor(
  kernel: Kernel,
  { account, tenantId }: { account: string | null; tenantId: string | null },
  address: string,
): Promise<number> {
  const failures = async (key: string, most: number) => (await findAttempts(kernel, key, most)).failuresBefore;
  const candidates = account === null ? [] : await findAccounts(kernel, account, tenantId);
  return captchaLevel({
    ...(account !== null && candidates.length < 2
      ? { account: await failures(keyOfAccount({ account, tenantId }, candidates[0] ?? null), limit.account) }
      : {}),
    address: await failures(keyOfAddress(address), limit.address),
  });
}
