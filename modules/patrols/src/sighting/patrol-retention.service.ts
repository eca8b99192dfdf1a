import { progressOf, type RetainedKind, retainedPlates, retainedTable, systemWho } from '@boyun/kernel/server';

const IS_EVIDENCE = `exists (select from patrol_finding f
  where f.tenant_id = patrol_sighting.tenant_id and f.sighting_id = patrol_sighting.id and f.state = 'open')`;

/** Pictures of plates, except those of findings that nobody has handled. */
const pictures: RetainedKind = {
  key: 'passingPicture',
  part: 'patrols',
  table: 'patrol_sighting',
  condition: 'picture is not null',
  fileColumn: 'picture',
  step: ({ database, files }, { tenantId, before, after, limit }) =>
    database.inTenant(systemWho(tenantId), async (tx) => {
      const rows = await tx.query<{ id: string; picture: string | null; isEvidence: boolean }>(
        `select id, picture, ${IS_EVIDENCE} as "isEvidence" from patrol_sighting
         where tenant_id = $1 and id < first_uuid($2) and ($3::uuid is null or id > $3) order by id limit $4`,
        [tenantId, before, after, limit],
      );
      const due = rows.filter((row) => row.picture !== null && !row.isEvidence);
      // The files first, so that an interrupted run is repeated.
      for (const { picture } of due) await files.remove(picture!);
      await tx.query('update patrol_sighting set picture = null where tenant_id = $1 and id = any($2::uuid[])', [
        tenantId,
        due.map((row) => row.id),
      ]);
      return progressOf(rows, limit, due.length);
    }),
};

/** Data of patrols and how long it is kept: that of passings, masked plates of strangers and removed pictures included. */
export const retainedOfPatrols: readonly RetainedKind[] = [
  pictures,
  retainedPlates({ part: 'patrol-sightings', table: 'patrol_sighting', endColumn: 'at' }),
  retainedPlates({ part: 'patrol-findings', table: 'patrol_finding', endColumn: 'handled_at' }),
  retainedTable({ key: 'passing', part: 'patrol-positions', table: 'patrol_position' }),
  retainedTable({
    key: 'passing',
    part: 'patrol-sightings',
    table: 'patrol_sighting',
    condition: `not ${IS_EVIDENCE}`,
    fileColumn: 'picture',
  }),
  retainedTable({ key: 'passing', part: 'patrol-findings', table: 'patrol_finding', condition: "state <> 'open'" }),
  retainedTable({
    key: 'passing',
    part: 'patrol-tours',
    table: 'patrol_tour',
    condition: "state in ('done', 'missed')",
  }),
];
