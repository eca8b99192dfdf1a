import {
  type Kernel,
  progressOf,
  type RetainedKind,
  type RetentionStep,
  retainedTable,
  systemWho,
  type TenantTx,
} from '@boyun/kernel/server';
import { maskPlates } from '@boyun/money/server';
import { STAY } from '@boyun/orders/server';

/** What open matters need of the order `o`: the car is inside, money is owed, a request or a complaint is not decided. */
const ORDER_IS_OPEN = `(o.parking_state = 'inside' or o.pay_state in ('unpaid', 'paying', 'part-paid', 'arrears')
  or exists (select from review r where r.tenant_id = o.tenant_id and r.subject_id = o.id and r.state = 'pending')
  or exists (select from feedback f where f.tenant_id = o.tenant_id and f.order_id = o.id and f.state in ('new', 'claimed')))`;

const PASSING_IS_OPEN = `(exists (select from waiting_car w where w.tenant_id = p.tenant_id and w.passing_id = p.id)
  or exists (select from parking_order o where o.tenant_id = p.tenant_id and o.id = p.order_id and ${ORDER_IS_OPEN}))`;

/** A car that came in by no list. */
const isStranger = (row: 'p' | 'o') => `${row}.standing = 'temporary' and ${row}.list_entry_id is null`;

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

/** The next old passings, in the order of their ids. */
function findOld(tx: TenantTx, { before, after, limit }: RetentionStep): Promise<OldPassing[]> {
  return tx.query<OldPassing>(
    `select p.id, p.order_id as "orderId", p.camera_id as "cameraId", p.event_key as "eventKey", p.plate, p.picture,
       ${PASSING_IS_OPEN} as "isOpen", ${isStranger('p')} as "isStranger"
     from passing p where p.tenant_id = $1 and p.id < first_uuid($2) and ($3::uuid is null or p.id > $3) order by p.id limit $4`,
    [tx.tenantId, before, after, limit],
  );
}

/** Takes pictures away: the files first, then every row that names them; cut short in between, it is done again. */
async function removePictures(
  kernel: Kernel,
  tx: TenantTx,
  rows: readonly OldPassing[],
  days: number,
): Promise<number> {
  const pictured = rows.filter((row) => row.picture !== null);
  if (pictured.length === 0) return 0;
  for (const { picture } of pictured) await kernel.files.remove(picture!);
  const ids = pictured.map((row) => row.id);
  const keys = pictured.map((row) => row.picture!);
  const orders = pictured.flatMap((row) => row.orderId ?? []);
  for (const side of ['entry', 'exit'])
    await tx.query(
      `update parking_order set ${side}_picture = null
       where tenant_id = $1 and id = any($2) and ${side}_picture = any($3)`,
      [tx.tenantId, orders, keys],
    );
  await tx.query('update alarm set picture = null where tenant_id = $1 and passing_id = any($2)', [tx.tenantId, ids]);
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

const MASK = '****';

/** A plate nobody can be found by: its province and city stay, for figures. */
function maskedPlate(plate: string): string {
  return plate.slice(0, 2) + MASK;
}

/** A row of any kind whose events name a plate. */
interface Masked {
  readonly id: string;
  readonly plate: string;
  readonly mask: string;
}

const MASKS = 'from unnest($2::uuid[], $3::text[], $4::text[]) as r(id, plate, mask)';
const replaced = (...columns: readonly string[]) =>
  ['plate = r.mask', ...columns.map((column) => `${column} = replace(t.${column}, r.plate, r.mask)`)].join(', ');
const ALARM_WORDS = ['description_zh', 'description_en'];

/** Masks what rows of a table say of plates, found by a column of theirs; answers the rows. */
function maskRows(tx: TenantTx, known: readonly Masked[], table: string, column: string, changes: string) {
  return tx.query<Masked>(
    `update ${table} t set ${changes} ${MASKS} where t.tenant_id = $1 and t.${column} = r.id returning t.id, r.plate, r.mask`,
    [tx.tenantId, ...columnsOf(known)],
  );
}

const columnsOf = (rows: readonly Masked[]) => [
  rows.map((row) => row.id),
  rows.map((row) => row.plate),
  rows.map((row) => row.mask),
];

const maskOf = ({ id, plate }: { readonly id: string; readonly plate: string }): Masked => ({
  id,
  plate,
  mask: maskedPlate(plate),
});

/** Masks the plate of passings, and what alarms, commands and events say of them. */
async function maskPassings(tx: TenantTx, rows: readonly OldPassing[]): Promise<void> {
  if (rows.length === 0) return;
  const masked = rows.map(maskOf);
  await maskRows(
    tx,
    masked,
    'passing',
    'id',
    `${replaced('screen_text', 'reason_zh', 'reason_en')}, read_plate = left(t.read_plate, 2) || '${MASK}',
     answer = replace(t.answer::text, r.plate, r.mask)::jsonb`,
  );
  const alarms = await maskRows(tx, masked, 'alarm', 'passing_id', replaced(...ALARM_WORDS));
  const commands = await maskRows(tx, masked, 'gate_command', 'passing_id', replaced('reason_zh', 'reason_en'));
  await tx.query('select redact_events($1, $2, $3)', columnsOf([...masked, ...alarms, ...commands]));
}

/** Masks the plate of orders, and what payments, alarms and events say of them. */
async function maskOrders(
  tx: TenantTx,
  rows: readonly { readonly id: string; readonly plate: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  const masked = rows.map(maskOf);
  await maskRows(tx, masked, 'parking_order', 'id', `${replaced()}, plate_key = r.mask`);
  const payments = await maskPlates(tx, STAY, masked);
  const alarms = await maskRows(tx, masked, 'alarm', 'order_id', replaced(...ALARM_WORDS));
  await tx.query('select redact_events($1, $2, $3)', columnsOf([...masked, ...payments, ...alarms]));
}

const strangersAtLanes: RetainedKind = {
  key: 'strangerPlate',
  part: 'passings',
  table: 'passing',
  condition: `standing = 'temporary' and list_entry_id is null and plate not like '%${MASK}'`,
  step: ({ database }, step) =>
    database.inTenant(systemWho(step.tenantId), async (tx) => {
      const rows = await findOld(tx, step);
      const due = rows.filter((row) => row.isStranger && !row.isOpen && row.plate !== '' && !row.plate.endsWith(MASK));
      await maskPassings(tx, due);
      return progressOf(rows, step.limit, due.length);
    }),
};

const strangersOfOrders: RetainedKind = {
  key: 'strangerPlate',
  part: 'orders',
  table: 'parking_order',
  condition: `standing = 'temporary' and list_entry_id is null and plate not like '%${MASK}'`,
  step: ({ database }, { tenantId, before, after, limit }) =>
    database.inTenant(systemWho(tenantId), async (tx) => {
      const rows = await tx.query<{ id: string; plate: string; isDue: boolean }>(
        `select o.id, o.plate, ${isStranger('o')} and o.plate not like '%${MASK}' and not ${ORDER_IS_OPEN} as "isDue"
         from parking_order o where o.tenant_id = $1 and o.id < first_uuid($2) and ($3::uuid is null or o.id > $3)
         order by o.id limit $4`,
        [tenantId, before, after, limit],
      );
      const due = rows.filter((row) => row.isDue);
      await maskOrders(tx, due);
      return progressOf(rows, limit, due.length);
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
      await tx.query('delete from gate_command where tenant_id = $1 and passing_id = any($2)', [tx.tenantId, ids]);
      // The key of a message goes with its passing: no device sends a message again after half a year.
      await tx.query(
        `delete from passing_key k using unnest($2::uuid[], $3::text[]) as r(camera_id, event_key)
         where k.tenant_id = $1 and k.camera_id = r.camera_id and k.event_key = r.event_key`,
        [tx.tenantId, due.map((row) => row.cameraId), due.map((row) => row.eventKey)],
      );
      await tx.query('delete from passing where tenant_id = $1 and id = any($2)', [tx.tenantId, ids]);
      return progressOf(rows, step.limit, due.length);
    }),
};

/** Commands people gave, which belong to no passing. */
const command: RetainedKind = {
  key: 'passing',
  part: 'commands',
  table: 'gate_command',
  step: ({ database }, { tenantId, before, limit }) =>
    database.inTenant(systemWho(tenantId), async (tx) => {
      const rows = await tx.query<{ id: string }>(
        `delete from gate_command where tenant_id = $1 and id in (select id from gate_command
           where tenant_id = $1 and id < first_uuid($2) and passing_id is null order by id limit $3) returning id`,
        [tenantId, before, limit],
      );
      return { count: rows.length, last: null, isDone: rows.length < limit };
    }),
};

/** What is kept of cars at lanes for a term only. */
export const retainedOfPassings = [
  passingPicture,
  strangersOfOrders,
  strangersAtLanes,
  passing,
  command,
  retainedTable({ key: 'passing', part: 'calls', table: 'lane_call', condition: "state in ('ended', 'missed')" }),
  retainedTable({ key: 'deviceMessage', part: 'spots', table: 'spot_signal' }),
];
