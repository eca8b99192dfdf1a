import { Refusal } from '@boyun/kernel/contract';
import { byPlate, containing, handle, notFound, serveReport, sql, type TenantTx } from '@boyun/kernel/server';
import { PURCHASE_PATH } from '@boyun/money/server';
import { unit, unitRefusal } from '../unit/unit.contract.ts';
import {
  figuresOf,
  findOwnUnit,
  ofOwnUnit,
  placesOf,
  requireOwnUnit,
  type UnitRow,
  whyClosed,
} from '../unit/unit.queries.ts';
import { ACCOUNTS, addStaff, freezeStaff, requireStaff } from '../unit-account/unit-account.service.ts';
import { readStatement } from '../unit-bill/statement.queries.ts';
import { unitBillList } from '../unit-bill/unit-bill.contract.ts';
import { billQuery } from '../unit-bill/unit-bill.server.ts';
import { dueOf, lockUnitBills, unitBills } from '../unit-bill/unit-bill.service.ts';
import { passQuery } from '../unit-use/unit-use.server.ts';
import { unitVehicle } from '../unit-vehicle/unit-vehicle.contract.ts';
import { askVehicles, checkVehicles, insertVehicles } from '../unit-vehicle/vehicle-request.service.ts';
import { unitVisitor } from '../unit-visitor/unit-visitor.contract.ts';
import { cancelVisit, checkVisit } from '../unit-visitor/visitor.service.ts';
import { requireOwnBill } from './own-bill.service.ts';
import {
  addDeskAccount,
  addDeskVehicles,
  cancelDeskVisitor,
  deskAccountList,
  deskBillList,
  deskPassList,
  deskRequestList,
  deskVehicleList,
  deskVisitorList,
  endDeskVehicle,
  freezeDeskAccount,
  getDeskBill,
  getUnitDesk,
  inviteVisitor,
  payDeskBill,
} from './unit-desk.contract.ts';

const subjectOf = ({ id, name }: Pick<UnitRow, 'id' | 'name'>) => ({
  subjectKind: unit.name,
  subjectId: id,
  subject: name,
});

/** The unit that the caller manages. */
async function requireManaged(tx: TenantTx): Promise<UnitRow> {
  const own = await requireOwnUnit(tx);
  if (!own.isManager) throw new Refusal(unitRefusal['not-manager']);
  return own;
}

const getServer = handle(getUnitDesk, async (tx) => {
  const own = await requireOwnUnit(tx);
  const { vehicleCount, owedFen } = (await figuresOf(tx, [own.id])).get(own.id)!;
  const departments = await tx.query<{ id: string; name: string }>(
    'select id, name from unit_department where tenant_id = $1 and unit_id = $2 order by name',
    [tx.tenantId, own.id],
  );
  const { name, validUntil, isManager, hasPaidVisits, hasFreeVehicles } = own;
  const problem = whyClosed(own, tx.now)?.[tx.who.language] ?? null;
  const places = await placesOf(tx, own.id);
  return {
    name,
    validUntil,
    isManager,
    hasPaidVisits,
    hasFreeVehicles,
    problem,
    vehicleCount,
    owedFen,
    places,
    departments,
  };
});

const addVehiclesServer = handle(addDeskVehicles, async (tx, { plates, ...given }, act) => {
  const own = await findOwnUnit(tx);
  if (!own) throw notFound(tx.who, unit.title);
  const closed = whyClosed(own, tx.now);
  if (closed) throw new Refusal(closed);
  const wanted = { ...given, plates: [...new Set(plates)] };
  await checkVehicles(tx, own, wanted);
  if (own.hasFreeVehicles) {
    const addedCount = await insertVehicles(tx, own.id, wanted);
    act.describe({ ...subjectOf(own), after: { plates: wanted.plates, addedCount } });
    return { addedCount, reviewId: null, isPending: false };
  }
  const { reviewId, isPending, effect } = await askVehicles(tx, own, wanted);
  act.describe({ ...subjectOf(own), after: { plates: wanted.plates, effect } });
  return { addedCount: isPending ? 0 : wanted.plates.length, reviewId, isPending };
});

const endVehicleServer = handle(endDeskVehicle, async (tx, { id }, act) => {
  const own = await requireOwnUnit(tx);
  const [ended] = await tx.query<{ plate: string }>(
    `update unit_vehicle set valid_until = greatest(valid_from, $4), updated_at = $4, version = version + 1
     where tenant_id = $1 and id = $2 and unit_id = $3 and (valid_until is null or valid_until > $4) returning plate`,
    [tx.tenantId, id, own.id, tx.now],
  );
  if (!ended) throw notFound(tx.who, unitVehicle.title);
  act.describe({ ...subjectOf(own), after: { plate: ended.plate } });
  return {};
});

const inviteServer = handle(inviteVisitor, async (tx, given, act) => {
  const own = await requireOwnUnit(tx);
  const visit = { ...given, lotIds: [...own.lotIds].sort() };
  checkVisit(tx, own, visit);
  const id = tx.newId();
  await tx.query(
    `insert into unit_visitor (tenant_id, id, created_at, updated_at, unit_id, plate, lot_ids, visitor_name, host_name, valid_from,
       valid_until, minutes, invited_by, remark)
     values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      tx.tenantId,
      id,
      tx.now,
      own.id,
      visit.plate,
      visit.lotIds,
      visit.visitorName,
      visit.hostName,
      visit.validFrom,
      visit.validUntil,
      visit.minutes,
      tx.who.name,
      visit.remark,
    ],
  );
  act.describe({ ...subjectOf(own), after: { plate: visit.plate, validUntil: visit.validUntil } });
  return { id };
});

const cancelServer = handle(cancelDeskVisitor, async (tx, { id }, act) => {
  const own = await requireOwnUnit(tx);
  const plate = await cancelVisit(tx, id, ({ unitId }) => unitId === own.id);
  act.describe({ subjectKind: unitVisitor.name, subjectId: id, subject: plate });
  return {};
});

const billServers = [
  handle(payDeskBill, async (tx, { id }, act, kernel) => {
    await requireOwnBill(tx, id);
    const bill = (await lockUnitBills(tx, [id]))[0]!;
    const amountFen = dueOf(bill);
    if (amountFen <= 0) throw new Refusal(unitRefusal['nothing-due']);
    const { unitName, month, billNo } = bill;
    const { code, validUntil } = await unitBills.ask(tx, bill, {
      amountFen,
      words: {
        title: { zh: `单位账单 ${month}`, en: `Bill of ${month}` },
        lines: [
          { label: { zh: '付款方', en: 'Payer' }, text: { zh: unitName, en: unitName } },
          { label: { zh: '账单号', en: 'Bill number' }, text: { zh: billNo, en: billNo } },
        ],
      },
    });
    act.describe({
      subjectKind: unitBillList.name,
      subjectId: id,
      subject: `${unitName} ${billNo}`,
      after: { amountFen },
    });
    const path = `${PURCHASE_PATH}/${code}`;
    const { publicUrl } = kernel.configuration;
    return { amountFen, address: publicUrl ? new URL(path, publicUrl).href : path, validUntil };
  }),
  handle(getDeskBill, async (tx, { id }) => {
    await requireOwnBill(tx, id);
    return (await readStatement(tx, id))!;
  }),
];

const accountServers = [
  handle(addDeskAccount, async (tx, given, act, kernel) => {
    const own = await requireManaged(tx);
    const added = await addStaff(tx, kernel, own.id, given);
    act.describe({ ...subjectOf(own), after: { account: given.account, name: given.name } });
    return added;
  }),
  handle(freezeDeskAccount, async (tx, { id, isFrozen }, act) => {
    const own = await requireManaged(tx);
    const found = await requireStaff(tx, id, own.id);
    await freezeStaff(tx, found, isFrozen);
    act.describe({ ...subjectOf(own), after: { account: found.account, isFrozen } });
    return {};
  }),
];

/** What units do at their desk; each act reaches the caller's own unit only. */
export const unitDeskServers = [
  getServer,
  addVehiclesServer,
  endVehicleServer,
  inviteServer,
  cancelServer,
  ...billServers,
  ...accountServers,
];

/** The lists of the desk: rows of the caller's own unit. */
export const unitDeskReports = [
  serveReport(deskVehicleList, ({ tx }) => ({
    from: 'unit_vehicle',
    as: 'v',
    joins: 'left join unit_department d on d.tenant_id = v.tenant_id and d.id = v.department_id',
    lot: null,
    own: null,
    where: [ofOwnUnit(tx, 'v'), sql`(v.valid_until is null or v.valid_until > ${tx.now}::timestamptz)`],
    filters: { plate: byPlate('v.plate'), departmentName: containing('d.name') },
    columns: {
      departmentName: 'd.name',
      // A car that came before it was the unit's is nothing of the unit.
      isInside: `exists (select from car_inside_fact c join unit u on u.tenant_id = v.tenant_id and u.id = v.unit_id
        where c.tenant_id = v.tenant_id and c.plate = v.plate and c.lot_id = any(u.lot_ids) and c.entered_at >= v.valid_from)`,
    },
    order: 'v.plate, v.id',
  })),
  serveReport(deskVisitorList, ({ tx }) => {
    const costFen = `(select coalesce(sum(r.amount_fen), 0)::bigint from stay_fact s
      join reduction_fact r on r.tenant_id = s.tenant_id and r.order_id = s.id and r.source = 'list' and r.source_id = v.id
      where s.tenant_id = v.tenant_id and s.list_entry_id = v.id and s.parking_state in ('left', 'no-exit'))`;
    return {
      from: 'unit_visitor',
      as: 'v',
      lot: null,
      own: null,
      where: [ofOwnUnit(tx, 'v')],
      filters: { plate: byPlate('v.plate'), hostName: containing('v.host_name') },
      columns: { costFen },
      order: 'v.valid_from desc, v.id',
      totals: { costFen },
    };
  }),
  serveReport(deskRequestList, ({ tx }) => ({
    from: 'unit_vehicle_request',
    as: 'r',
    joins: 'left join review_fact v on v.tenant_id = r.tenant_id and v.subject_id = r.id',
    lot: null,
    own: null,
    where: [ofOwnUnit(tx, 'r')],
    filters: { state: "coalesce(v.state, 'approved') = ?" },
    columns: {
      plates: `array_to_string(r.plates, ' ')`,
      requestedAt: 'r.created_at',
      state: `coalesce(v.state, 'approved')`,
    },
    order: 'r.created_at desc, r.id desc',
  })),
  serveReport(deskPassList, ({ tx }) => ({ ...passQuery(tx), lot: null, where: [ofOwnUnit(tx, 'r')] })),
  serveReport(deskBillList, ({ tx }) => ({ ...billQuery({ tx }), lot: null, where: [ofOwnUnit(tx, 'b')] })),
  serveReport(deskAccountList, ({ tx }) => {
    const { state: _, ...filters } = ACCOUNTS.filters;
    const managed = sql`exists (select from unit_account m where m.tenant_id = s.tenant_id and m.unit_id = s.unit_id
      and m.account_id = ${tx.who.userId} and m.is_manager)`;
    return { ...ACCOUNTS, filters, lot: null, where: [managed] };
  }),
];
