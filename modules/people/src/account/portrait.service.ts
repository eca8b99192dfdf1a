import { kernelRefusal, Refusal, type RefusalRule } from '@boyun/kernel/contract';
import { contentType, type Kernel, type TenantTx } from '@boyun/kernel/server';
import { signInRefusal } from '../sign-in/sign-in.contract.ts';

/** A picture of an account is smaller than this, product spec §9. */
const MAX_AVATAR_BYTES = 500 * 1024;

/**
 * Gives the caller's account the picture of an uploaded file and answers the one before. What the file is follows from its
 * content; throws `not-found`, `avatar-type` and `avatar-size`.
 */
export async function replacePortrait(
  kernel: Pick<Kernel, 'files'>,
  tx: TenantTx,
  key: string,
): Promise<string | null> {
  const stream = await kernel.files.open(key);
  if (!stream) throw new Refusal(kernelRefusal['not-found'], { what: key });
  const refused = (rule: RefusalRule) => new Refusal(rule, {}, [{ path: 'portraitUrl', zh: rule.zh, en: rule.en }]);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += (chunk as Buffer).length;
    if (size >= MAX_AVATAR_BYTES) {
      stream.destroy();
      throw refused(signInRefusal['avatar-size']);
    }
    chunks.push(chunk as Buffer);
  }
  if (!['jpg', 'png'].includes(contentType(Buffer.concat(chunks)) ?? '')) throw refused(signInRefusal['avatar-type']);
  const { tenantId, who, now } = tx;
  const [row] = await tx.query<{ avatar: string | null }>(
    'select avatar from account where tenant_id = $1 and id = $2 for update',
    [tenantId, who.userId],
  );
  await tx.query(
    'update account set avatar = $3, version = version + 1, updated_at = $4 where tenant_id = $1 and id = $2',
    [tenantId, who.userId, key, now],
  );
  tx.emit({ kind: 'account.portrait-changed', subjectId: who.userId, data: { accountId: who.userId } });
  return row?.avatar ?? null;
}
