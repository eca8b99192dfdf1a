import { forgetAlarmPictures, maskAlarms } from '@boyun/alarms/server';
import { deleteCommandsOf, maskCommands } from '@boyun/devices/server';
import {
  type Kernel,
  maskPlateEvents,
  maskPlateRows,
  PLATE_MASK,
  plateMaskOf,
  progressOf,
  type RetainedKind,
  type RetentionStep,
  retainedTable,
  systemWho,
  type TenantTx,
} from '@boyun/kernel/server';
import { findOpenOrders, forgetOrderPictures } from '@boyun/orders/server';

interface OldPassing {
  readonly id: string;
  readonly orderId: string | null;
  readonly cameraId: string;
  readonly eventKey: string;
  readonly plate: string;
  readonly picture: string | null;
  readonly isOpen: boolean;
  readonly isStranger: boolean;
}

/** The next expired passings by id. A passing is open while its car waits or its order has open matters. */
async function findOld(tx: TenantTx, { before, after, limit }: RetentionStep): Promise<OldPassing[]> {
  const rows = await tx.query<Omit<OldPassing, 'isOpen'> & { readonly isWaiting: boolean }>(
    `select p.id, p.order_id, p.camera_id, p.event_key, p.plate, p.picture,
       exists (select from waiting_car w where w.tenant_id = p.tenant_id and w.passing_id = p.id) as "isWaiting",
       p.standing = 'temporary' and p.list_entry_id is null as "isStranger"
     from passing p where p.tenant_id = $1 and p.id < first_uuid($2) and ($3::uuid is null or p.id > $3) order by p.id limit $4`,
    [tx.tenantId, before, after, limit],
  );
  const open = await findOpenOrders(
    tx,
    rows.flatMap((row) => row.orderId ?? []),
  );
  return rows.map(({ isWaiting, ...row }) => ({
    ...row,
    isOpen: isWaiting || (row.orderId !== null && open.has(row.orderId)),
  }));
}

/** Removes pictures: the files first, then the references, so that an interrupted run is repeated. */
async function removePictures(
  { files }: Pick<Kernel, 'files'>,
  tx: TenantTx,
  rows: readonly OldPassing[],
  days: number,
): Promise<number> {
  const pictured = rows.filter((row) => row.picture !== null);
  if (pictured.length === 0) return 0;
  for (const { picture } of pictured) await files.remove(picture!);
  const ids = pictured.map((row) => row.id);
  const keys = pictured.map((row) => row.picture!);
  const orders = pictured.flatMap((row) => row.orderId ?? []);
  await forgetOrderPictures(tx, orders, keys);
  await forgetAlarmPictures(tx, ids);
  await tx.query('select redact_events($1, $2, $3)', [
    ids,
    keys.map((key) => JSON.stringify(key)),
    keys.map(() => 'null'),
  ]);
  await tx.query('update passing set picture = null, picture_removed_days = $3 where tenant_id = $1 and id = any($2)', [
    tx.tenantId,
    ids,
    days,
  ]);
  return pictured.length;
}

const passingPicture: RetainedKind = {
  key: 'passingPicture',
  table: 'passing',
  condition: 'picture is not null',
  fileColumn: 'picture',
  step: (kernel, step) =>
    kernel.database.inTenant(systemWho(step.tenantId), async (tx) => {
      const rows = await findOld(tx, step);
      const count = await removePictures(
        kernel,
        tx,
        rows.filter((row) => !row.isOpen),
        step.days,
      );
      return progressOf(rows, step.limit, count);
    }),
};

/** Masks plates in passings and in the alarms, commands and events about them. */
async function maskPassings(tx: TenantTx, rows: readonly OldPassing[]): Promise<void> {
  if (rows.length === 0) return;
  const masks = rows.map(plateMaskOf);
  await maskPlateRows(
    tx,
    {
      table: 'passing',
      idColumn: 'id',
      textColumns: ['screen_text', 'reason_zh', 'reason_en'],
      assignments: `read_plate = left(t.read_plate, 2) || '${PLATE_MASK}',
        answer = replace(t.answer::text, r.plate, r.mask)::jsonb`,
    },
    masks,
  );
  const alarms = await maskAlarms(tx, 'passing', masks);
  const commands = await maskCommands(tx, masks);
  await maskPlateEvents(tx, [...masks, ...alarms, ...commands]);
}

const strangersAtLanes: RetainedKind = {
  key: 'strangerPlate',
  part: 'passings',
  table: 'passing',
  condition: `standing = 'temporary' and list_entry_id is null and plate not like '%${PLATE_MASK}'`,
  step: ({ database }, step) =>
    database.inTenant(systemWho(step.tenantId), async (tx) => {
      const rows = await findOld(tx, step);
      const due = rows.filter(
        (row) => row.isStranger && !row.isOpen && row.plate !== '' && !row.plate.endsWith(PLATE_MASK),
      );
      await maskPassings(tx, due);
      return progressOf(rows, step.limit, due.length);
    }),
};

const passing: RetainedKind = {
  key: 'passing',
  table: 'passing',
  step: (kernel, step) =>
    kernel.database.inTenant(systemWho(step.tenantId), async (tx) => {
      const rows = await findOld(tx, step);
      const due = rows.filter((row) => !row.isOpen);
      await removePictures(kernel, tx, due, step.days);
      const ids = due.map((row) => row.id);
      await deleteCommandsOf(tx, ids);
      // Idempotency keys are removed with their passings: no device repeats a message after half a year.
      await tx.query(
        `delete from passing_key k using unnest($2::uuid[], $3::text[]) as r(camera_id, event_key)
         where k.tenant_id = $1 and k.camera_id = r.camera_id and k.event_key = r.event_key`,
        [tx.tenantId, due.map((row) => row.cameraId), due.map((row) => row.eventKey)],
      );
      await tx.query('delete from passing where tenant_id = $1 and id = any($2)', [tx.tenantId, ids]);
      return progressOf(rows, step.limit, due.length);
    }),
};

/** Retention steps for data about passings. */
export const retainedOfPassings = [
  passingPicture,
  strangersAtLanes,
  passing,
  retainedTable({ key: 'passing', part: 'calls', table: 'lane_call', condition: "state in ('ended', 'missed')" }),
  retainedTable({ key: 'deviceMessage', part: 'spots', table: 'spot_signal' }),
  retainedTable({ key: 'passing', part: 'spot days', table: 'spot_day' }),
];
