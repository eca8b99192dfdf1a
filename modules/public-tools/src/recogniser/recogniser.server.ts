import { createHash } from 'node:crypto';
import { Refusal, type Row } from '@boyun/kernel/contract';
import { handle, notFound, serveResource } from '@boyun/kernel/server';
import { isTrial } from '@boyun/money/server';
import { recogniser, recogniserRefusal, setRecogniserSecret } from './recogniser.contract.ts';
import { recogniserSecretSet } from './recogniser-event.contract.ts';

/** Services that read plates; at most one is enabled. */
export const recogniserServer = serveResource(recogniser, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof recogniser>;
    if (!row.isEnabled) return values;
    if (row.provider === 'sandbox' && !(await isTrial(tx))) throw new Refusal(recogniserRefusal['only-in-trial']);
    if (row.provider === 'tencent' && !row.keyName)
      throw new Refusal(recogniserRefusal['no-key'], {}, [{ path: 'KeyName', ...recogniserRefusal['no-key'] }]);
    const [other] = await tx.query<{ name: string }>(
      'select name from recogniser where tenant_id = $1 and is_enabled and ($2::uuid is null or id <> $2) for update',
      [tx.tenantId, before?.id ?? null],
    );
    if (other) throw new Refusal(recogniserRefusal['one-enabled'], other);
    return values;
  },
  async afterRead(_tx, rows) {
    for (const row of rows) row.hasSecret = row.secretMark !== null;
  },
});

export const setRecogniserSecretServer = handle(setRecogniserSecret, async (tx, input, act, kernel) => {
  const { recogniserId, secret } = input;
  const mark = createHash('sha256').update(secret).digest('hex').slice(0, 8);
  const [row] = await tx.query<{ name: string }>(
    `update recogniser set secret_sealed = $3, secret_mark = $4, secret_set_at = $5, updated_at = $5, version = version + 1
     where tenant_id = $1 and id = $2 returning name`,
    [tx.tenantId, recogniserId, kernel.secrets.encrypt(secret), mark, tx.now],
  );
  if (!row) throw notFound(tx.who, recogniser.title);
  tx.emit(recogniserSecretSet, { subjectId: recogniserId, data: { recogniserId, mark } });
  act.describe({
    subjectKind: recogniser.name,
    subjectId: recogniserId,
    subject: row.name,
    after: { secretMark: mark },
  });
  return {};
});
