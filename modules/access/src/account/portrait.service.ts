import type { Kernel, TenantTx } from '@boyun/kernel/server';
import { portraitChanged } from './account-event.contract.ts';
import { requirePicture } from './picture.service.ts';
import { signInRefusal } from './sign-in-refusal.contract.ts';

const RULE = {
  path: 'portraitUrl',
  // Product spec §9.
  maxBytes: 500 * 1024,
  wrongType: signInRefusal['avatar-type'],
  tooLarge: signInRefusal['avatar-size'],
};

/**
 * Sets the caller's avatar to an uploaded file and returns the previous one. The file type is detected from its content;
 * throws `not-found`, `avatar-type` and `avatar-size`.
 */
export async function replacePortrait(
  kernel: Pick<Kernel, 'files'>,
  tx: TenantTx,
  key: string,
): Promise<string | null> {
  await requirePicture(kernel, key, RULE);
  const { tenantId, who, now } = tx;
  const [row] = await tx.query<{ avatar: string | null }>(
    'select avatar from account where tenant_id = $1 and id = $2 for update',
    [tenantId, who.userId],
  );
  await tx.query(
    'update account set avatar = $3, version = version + 1, updated_at = $4 where tenant_id = $1 and id = $2',
    [tenantId, who.userId, key, now],
  );
  tx.emit(portraitChanged, { subjectId: who.userId, data: { accountId: who.userId } });
  return row?.avatar ?? null;
}
