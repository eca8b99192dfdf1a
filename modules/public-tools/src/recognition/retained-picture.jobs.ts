import { progressOf, type RetainedKind, systemWho } from '@boyun/kernel/server';

/** Pictures that were read; what they cost stays. */
export const retainedPictures: RetainedKind = {
  key: 'passingPicture',
  part: 'recognitions',
  table: 'recognition',
  condition: 'picture is not null',
  step: ({ database, files }, { tenantId, before, after, limit }) =>
    database.inTenant(systemWho(tenantId), async (tx) => {
      const rows = await tx.query<{ id: string; picture: string | null }>(
        `select id, picture from recognition
         where tenant_id = $1 and id < first_uuid($2) and ($3::uuid is null or id > $3) order by id limit $4 for update`,
        [tenantId, before, after, limit],
      );
      const kept = rows.filter((row) => row.picture !== null);
      // Before the commit: if a file cannot be removed, its row stays and the next step retries.
      for (const { picture } of kept) await files.remove(picture!);
      await tx.query('update recognition set picture = null where tenant_id = $1 and id = any($2)', [
        tenantId,
        kept.map((row) => row.id),
      ]);
      return progressOf(rows, limit, kept.length);
    }),
};
