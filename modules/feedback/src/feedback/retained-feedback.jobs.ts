import { progressOf, type RetainedKind, systemWho } from '@boyun/kernel/server';

/** Retention of closed feedback, with its replies and pictures. */
export const retainedFeedback: RetainedKind = {
  key: 'feedback',
  table: 'feedback',
  condition: "state = 'closed'",
  step: ({ database, files }, { tenantId, before, after, limit }) =>
    database.inTenant(systemWho(tenantId), async (tx) => {
      const rows = await tx.query<{ id: string; isClosed: boolean }>(
        `select id, state = 'closed' as "isClosed" from feedback
         where tenant_id = $1 and id < first_uuid($2) and ($3::uuid is null or id > $3) order by id limit $4 for update`,
        [tenantId, before, after, limit],
      );
      const closed = rows.filter((row) => row.isClosed).map((row) => row.id);
      const pictures = await tx.query<{ key: string }>(
        'select key from feedback_picture where tenant_id = $1 and feedback_id = any($2)',
        [tenantId, closed],
      );
      // Before the commit: if a file cannot be removed, its row stays and the next step retries.
      for (const { key } of pictures) await files.remove(key);
      await tx.query('delete from feedback where tenant_id = $1 and id = any($2)', [tenantId, closed]);
      return progressOf(rows, limit, closed.length);
    }),
};
