import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Rows planted per table; values repeat every third row. */
const ROWS = 7;
const TIES = 3;
const HOUR_MS = 3_600_000;

/** The planted ids by table. */
type TableIds = ReadonlyMap<string, readonly string[]>;

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly check: string | null;
}

/** Who the rows belong to; messages are for this account. */
interface Owner {
  readonly tenantId: number;
  readonly accountId: string;
}

/** Tables whose name is not that of the columns that refer to them. */
const TABLES: Readonly<Record<string, string>> = {
  order: 'parking_order',
  place: 'lot',
  discount: 'merchant_discount',
  source: 'bill_source',
  schedule: 'report_schedule',
  group: 'unit_group',
  programme: 'lcd_programme',
};
/** Accounts of the ledger that hold money. */
const MONEY = ['bank', 'cash', 'clearing'];

/** Values that decide which lists show a row, or that code reads. */
const FIXED: Readonly<Record<string, (index: number, ids: TableIds, owner: Owner) => unknown>> = {
  'parking_order.parking_state': (index) => (index < 4 ? 'left' : 'void'),
  'parking_order.pay_state': () => 'arrears',
  'parking_order.plate': (index) => `粤B1000${index % TIES}`,
  'parking_order.settlements': () => '[]',
  // Otherwise refunds would be counted with the payments of the same channels.
  'refund.channel': () => 'alipay',
  'invoice.state': () => 3,
  'invoice_line.policy': () => 'normal',
  'inspection.state': () => 'done',
  'merchant_grant.state': () => 'used',
  'user_coupon.state': () => 'used',
  'ledger_entry.account': (index) => MONEY[index % TIES],
  'ledger_day.account': (index) => MONEY[index % TIES],
  'ledger_day.day': (index) => `2026-0${index + 1}-02`,
  'ledger_state.closed_before': () => '2026-01-01',
  'accounting_period.month': (index) => `2025-0${index + 1}`,
  'accounting_period.state': () => 'closed',
  'stat_third.metric': (index) => ['entry', 'exit', 'close'][index % TIES],
  'review.levels': () => '[]',
  'order_change.kind': () => 'void',
  'lot.time_zone': () => 'Asia/Shanghai',
  'app_version.withdrawn_at': () => null,
  'app_version.number': (index) => `1.${index}`,
  'announcement.withdrawn_at': () => null,
  'bulletin.state': () => 'published',
  'bulletin.role_ids': () => '{}',
  'bulletin.lot_ids': () => '{}',
  'bulletin.valid_until': () => null,
  'place_code.kind': () => 'lot',
  'place_code.ended_at': () => null,
  // Of one merchant, which the account belongs to; its balance changed in several months.
  'merchant_grant.merchant_id': (_, ids) => ids.get('merchant')![0],
  'merchant_entry.merchant_id': (_, ids) => ids.get('merchant')![0],
  'merchant_entry.at': (index) => new Date(Date.UTC(2026, index, 2)),
  // Of one unit, which the account manages, in all lots.
  'unit.lot_ids': (_, ids) => ids.get('lot'),
  'unit_account.account_id': (index, ids, owner) => (index === 0 ? owner.accountId : ids.get('account')![index]),
  'unit_account.unit_id': (_, ids) => ids.get('unit')![0],
  'unit_account.is_manager': () => true,
  'unit_bill.unit_id': (_, ids) => ids.get('unit')![0],
  'unit_visitor.unit_id': (_, ids) => ids.get('unit')![0],
  'unit_vehicle.unit_id': (_, ids) => ids.get('unit')![0],
  'unit_vehicle_request.unit_id': (_, ids) => ids.get('unit')![0],
  'unit_vehicle.plate': (index) => `粤B1000${index % TIES}`,
  'unit_vehicle.valid_from': () => new Date(0),
  'unit_vehicle.valid_until': () => null,
  'pos_event.device_id': (index, ids) => ids.get('pos_device')![index],
  'pos_act.device_id': (index, ids) => ids.get('pos_device')![index],
  'order_reduction.source': (index) => (index < 4 ? 'vip' : 'list'),
  'order_reduction.source_id': (index, ids) => ids.get('vip_vehicle')![index],
  // Movements of cards, and of wallets.
  'stored_entry.store_kind': (index) => (index < 4 ? 'card' : 'wallet'),
  'payment.actor_id': (index, ids) => ids.get('account')![index],
  'stored_entry.store_id': (index, ids) => ids.get(index < 4 ? 'card' : 'wallet')![index],
  'composed_report.dataset': () => 'money',
  'composed_report.measures': () => ['payments', 'netFen'],
  'composed_report.dimensions': () => ['lot', 'movement'],
  'composed_report.period': () => 'this-month',
  'account.is_support': () => false,
  'account.state': () => 'active',
};
/** Columns that are empty for rows of other lists only. */
const FILLED = [
  'parking_order.left_at',
  'parking_order.voided_at',
  'inspection.done_at',
  'parking_order.void_reason',
  'alarm.claimed_by_name',
  'bill_source.channel',
  'customer.referrer_id',
];
/** Tables whose rows are for the owner's account. */
const OF_OWNER = /^message|^merchant_staff$/;
const ACCOUNTS = /^(account|actor|person|holder|inspector|receiver|referrer)_id$|_by$/;

/**
 * Plants rows with equal values into every table of a tenant, ignoring references and checks of several columns, so that every list has
 * rows to sort. Only for tests in their own database. Rows of different tables refer to each other by their order. `without` are tables that get
 * none. Returns the ids by table.
 */
export async function plantTiedRows(
  databaseUrl: string,
  owner: Owner,
  now: Date,
  without: readonly string[] = [],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    const tables = Map.groupBy(
      (await columnsOf(client)).filter((one) => !without.includes(one.table)),
      (one) => one.table,
    );
    const ids = new Map<string, string[]>();
    for (const table of tables.keys()) {
      ids.set(
        table,
        Array.from({ length: ROWS }, (_, index) => uuidAt(timeOf(index, now))),
      );
    }
    for (const [table, columns] of tables) {
      await dropRules(client, table);
      for (let index = 0; index < ROWS; index += 1) {
        const values = columns.map((column) => planted(column, index, { owner, ids, now }));
        const places = values.map((_, place) => `$${place + 1}`).join(', ');
        const names = columns.map((one) => `"${one.name}"`).join(', ');
        // What a table refuses, its lists do without.
        await client
          .query(`insert into "${table}" (${names}) values (${places}) on conflict do nothing`, values)
          .catch(() => undefined);
      }
    }
    return ids;
  } finally {
    await client.end();
  }
}

async function columnsOf(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
       (select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey) and cardinality(k.conkey) = 1) as check
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and a.attgenerated = '' and a.attidentity = '' and c.relname <> 'tenant'
       and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname in ('tenant_id', 'id', 'of_tenant'))
     order by c.relname, a.attnum`,
  );
  return rows;
}

/** Removes what forbids equal or invented values: unique indexes, and checks that do not list the values of a column. */
async function dropRules(client: pg.Client, table: string): Promise<void> {
  const { rows: constraints } = await client.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = $1::regclass
       and (contype in ('u', 'x') or (contype = 'c' and (cardinality(conkey) > 1 or pg_get_constraintdef(oid) !~ $2 or pg_get_constraintdef(oid) ~ '~')))`,
    [`public."${table}"`, "'[^']*'::text"],
  );
  for (const { name } of constraints)
    await client.query(`alter table "${table}" drop constraint if exists "${name}" cascade`);
  const { rows: indexes } = await client.query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1::regclass and i.indisunique and not i.indisprimary`,
    [`public."${table}"`],
  );
  for (const { name } of indexes) await client.query(`drop index if exists "${name}" cascade`);
}

const timeOf = (index: number, now: Date) => new Date(now.getTime() - (index % TIES) * HOUR_MS);

/** Returns a UUIDv7 made at a time. */
function uuidAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

function planted(
  { table, name, type, isNullable, check }: Column,
  index: number,
  { owner, ids, now }: { owner: Owner; ids: ReadonlyMap<string, string[]>; now: Date },
): unknown {
  const fixed = `${table}.${name}`;
  if (fixed in FIXED) return FIXED[fixed]!(index, ids, owner);
  if (name === 'tenant_id' || name === 'of_tenant') return owner.tenantId;
  if (name === 'id' && type === 'uuid') return ids.get(table)![index];
  const tie = index % TIES;
  const allowed = check?.includes('~') ? [] : [...(check ?? '').matchAll(/'([^']*)'::text/g)].map((one) => one[1]);
  if (type === 'uuid') {
    if (ACCOUNTS.test(name)) return OF_OWNER.test(table) ? owner.accountId : ids.get('account')![tie];
    const target = name.replace(/_id$/, '');
    return ids.get(TABLES[target] ?? target)?.[index] ?? randomUUID();
  }
  if (isNullable && tie === 0 && !FILLED.includes(fixed)) return null;
  if (type === 'text') return allowed.length > 0 ? allowed[tie % allowed.length] : `${name} ${tie}`;
  if (type === 'boolean') return tie === 1;
  if (type === 'jsonb' || type === 'json') return '{}';
  if (type === 'date') return new Date(now.getTime() - tie * 24 * HOUR_MS).toISOString().slice(0, 10);
  if (type.startsWith('timestamp')) return timeOf(index, now);
  if (type.endsWith('[]')) return '{}';
  return tie + 1;
}
