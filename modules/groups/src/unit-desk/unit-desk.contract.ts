import {
  choice,
  flag,
  group,
  instant,
  integer,
  list,
  money,
  type Output,
  operation,
  optional,
  permission,
  plate,
  reference,
  report,
  rowId,
  text,
} from '@boyun/kernel/contract';
import { listField } from '@boyun/lists/contract';
import { reviewAnswer } from '@boyun/reviews/contract';
import { unit } from '../unit/unit.contract.ts';
import {
  accountColumns,
  accountFields,
  accountId,
  freezeUnitAccount,
  initialPassword,
} from '../unit-account/unit-account.contract.ts';
import {
  billColumns,
  billFilters,
  billTotals,
  statementInput,
  statementOutput,
} from '../unit-bill/unit-bill.contract.ts';
import { passColumns, passFilters, unitPassList } from '../unit-use/unit-use.contract.ts';
import { unitVehicle } from '../unit-vehicle/unit-vehicle.contract.ts';
import { unitVisitor } from '../unit-visitor/unit-visitor.contract.ts';

/** The permission of the accounts of units: all they see and do is of their own unit. */
export const mayUseUnitDesk = permission('unit-desk.use', { zh: '单位工作台', en: 'Unit desk' });

/** The caller's unit: its spots, cars, debts and departments. */
export const getUnitDesk = operation('get-unit-desk', {
  title: { zh: '单位工作台', en: 'Unit desk' },
  path: '/api/unitDesk/get',
  access: mayUseUnitDesk,
  input: {},
  output: {
    name: text({ zh: '单位', en: 'Unit' }),
    problem: optional(text({ zh: '不能登记的原因', en: 'Why nothing can be entered' })),
    validUntil: optional(instant({ zh: '合同到期', en: 'Contract until' })),
    isManager: flag({ zh: '负责人', en: 'Manager' }),
    hasPaidVisits: flag({ zh: '承担访客停车费', en: 'Pays for its visitors' }),
    hasFreeVehicles: unit.fields.hasFreeVehicles,
    vehicleCount: integer({ zh: '车辆', en: 'Vehicles' }),
    owedFen: money({ zh: '待付账单', en: 'Owed' }),
    places: list(
      { zh: '车场', en: 'Parking lots' },
      group(
        { zh: '车场', en: 'Parking lot' },
        {
          lotId: text({ zh: '编号', en: 'Id' }),
          lotName: text({ zh: '车场', en: 'Parking lot' }),
          spots: integer({ zh: '车位', en: 'Spots' }),
          taken: integer({ zh: '已占用', en: 'Taken now' }),
        },
      ),
    ),
    departments: list(
      { zh: '部门', en: 'Departments' },
      group(
        { zh: '部门', en: 'Department' },
        { id: text({ zh: '编号', en: 'Id' }), name: text({ zh: '名称', en: 'Name' }) },
      ),
    ),
  },
  isRead: true,
});
/** What the desk shows of the caller's unit. */
export type UnitDesk = Output<typeof getUnitDesk>;

const { driverName, validFrom, validUntil, remark } = unitVehicle.fields;
const departmentId = optional(reference({ zh: '部门', en: 'Department' }, 'unit-department'));
const id = rowId({ zh: '编号', en: 'Id' });

/** Adds cars to the caller's unit. */
export const addDeskVehicles = operation('add-desk-vehicles', {
  title: { zh: '新增车辆', en: 'Add vehicles' },
  path: '/api/unitDesk/addVehicles',
  access: mayUseUnitDesk,
  input: {
    plates: list({ zh: '车牌', en: 'Plates' }, plate(), { min: 1, max: 200 }),
    departmentId,
    driverName,
    validUntil,
    remark,
  },
  output: { addedCount: integer({ zh: '新增', en: 'Added' }), ...reviewAnswer },
  audit: 'unit-desk.vehicles-added',
});

/** Ends the time of a car of the caller's unit. */
export const endDeskVehicle = operation('end-desk-vehicle', {
  title: { zh: '移出车辆', en: 'Remove the vehicle' },
  path: '/api/unitDesk/endVehicle',
  access: mayUseUnitDesk,
  needsPassword: { zh: '是否移出该车辆？', en: 'Remove this vehicle?' },
  input: { id },
  output: {},
  audit: 'unit-desk.vehicle-ended',
});

/** Invites a visitor at the cost of the caller's unit; without lots, to all of them. */
export const inviteVisitor = operation('invite-unit-visitor', {
  title: { zh: '邀请访客', en: 'Invite a visitor' },
  path: '/api/unitDesk/invite',
  access: mayUseUnitDesk,
  input: {
    plate: plate(),
    visitorName: unitVisitor.fields.visitorName,
    hostName: unitVisitor.fields.hostName,
    validFrom: listField.validFrom,
    validUntil: listField.validUntil,
    minutes: unitVisitor.fields.minutes,
    remark: listField.remark,
  },
  output: { id: text({ zh: '编号', en: 'Id' }) },
  audit: 'unit-desk.visitor-invited',
});

/** Cancels a visit of the caller's unit. */
export const cancelDeskVisitor = operation('cancel-desk-visitor', {
  title: { zh: '取消访客', en: 'Cancel the visit' },
  path: '/api/unitDesk/cancelVisitor',
  access: mayUseUnitDesk,
  needsPassword: { zh: '是否取消该访客？', en: 'Cancel this visit?' },
  input: { id },
  output: {},
  audit: 'unit-desk.visitor-cancelled',
});

/** Adds an account to the caller's own unit. */
export const addDeskAccount = operation('add-unit-desk-account', {
  title: { zh: '新增账号', en: 'Add an account' },
  path: '/api/unitDesk/addAccount',
  access: mayUseUnitDesk,
  needsPassword: { zh: '是否新增账号？', en: 'Add this account?' },
  input: accountFields,
  output: { id: text({ zh: '编号', en: 'Id' }), initialPassword },
  audit: 'unit-desk.account-added',
});

/** Freezes an account of the caller's own unit, or lets it sign in again. */
export const freezeDeskAccount = operation('freeze-unit-desk-account', {
  title: { zh: '停用账号', en: 'Freeze an account' },
  path: '/api/unitDesk/freezeAccount',
  access: mayUseUnitDesk,
  needsPassword: { zh: '是否停用或恢复该账号？', en: 'Freeze this account, or let it sign in again?' },
  input: { id: accountId, isFrozen: freezeUnitAccount.input.isFrozen },
  output: {},
  audit: 'unit-desk.account-frozen',
});

const rowIdColumn = text({ zh: '编号', en: 'Id' });

/** The cars of the caller's unit. */
export const deskVehicleList = report('unit-desk-vehicle', {
  title: { zh: '车辆', en: 'Vehicles' },
  path: '/api/unitDesk/vehicles',
  access: mayUseUnitDesk,
  filters: { plate: optional(plate()), departmentName: optional(text({ zh: '部门', en: 'Department' }, { max: 64 })) },
  columns: {
    id: rowIdColumn,
    plate: plate(),
    departmentName: optional(text({ zh: '部门', en: 'Department' })),
    driverName,
    isInside: flag({ zh: '在场', en: 'Inside' }),
    validFrom,
    validUntil,
    remark,
  },
});

/** The visitors of the caller's unit. */
export const deskVisitorList = report('unit-desk-visitor', {
  title: { zh: '访客', en: 'Visitors' },
  path: '/api/unitDesk/visitors',
  access: mayUseUnitDesk,
  filters: { plate: optional(plate()), hostName: optional(text({ zh: '被访人', en: 'Host' }, { max: 32 })) },
  columns: {
    id: rowIdColumn,
    plate: plate(),
    visitorName: unitVisitor.fields.visitorName,
    hostName: unitVisitor.fields.hostName,
    validFrom: listField.validFrom,
    validUntil: listField.validUntil,
    minutes: unitVisitor.fields.minutes,
    costFen: money({ zh: '单位承担', en: 'Paid by the unit' }),
    invitedBy: text({ zh: '登记人', en: 'Invited by' }),
    cancelledAt: optional(instant({ zh: '取消时间', en: 'Cancelled' })),
  },
  totals: { costFen: money({ zh: '承担合计', en: 'Paid in all' }) },
});

/** The passes of the caller's unit. */
export const deskPassList = report('unit-desk-pass', {
  title: { zh: '通行记录', en: 'Passes' },
  path: '/api/unitDesk/passes',
  access: mayUseUnitDesk,
  filters: passFilters,
  columns: passColumns,
  totals: unitPassList.totals!,
  maxDays: 366,
});

/** The bills of the caller's unit. */
export const deskBillList = report('unit-desk-bill', {
  title: { zh: '月账单', en: 'Bills' },
  path: '/api/unitDesk/bills',
  access: mayUseUnitDesk,
  filters: billFilters,
  columns: billColumns,
  totals: billTotals,
});

/** The accounts of the caller's unit, for its managers. */
export const deskAccountList = report('unit-desk-account', {
  title: { zh: '账号', en: 'Accounts' },
  path: '/api/unitDesk/accounts',
  access: mayUseUnitDesk,
  filters: { account: optional(text({ zh: '账号或姓名', en: 'Account or name' }, { max: 32 })) },
  columns: accountColumns,
});

/** How requests of a unit went. */
const RequestState = {
  pending: { zh: '待审核', en: 'In review', tone: 'warn' },
  approved: { zh: '已通过', en: 'Approved', tone: 'good' },
  rejected: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
  withdrawn: { zh: '已撤回', en: 'Withdrawn', tone: 'neutral' },
} as const;
const requestState = choice({ zh: '状态', en: 'State' }, RequestState);

/** The vehicles that the caller's unit asked for, and how that went. */
export const deskRequestList = report('unit-desk-request', {
  title: { zh: '车辆申请', en: 'Requests' },
  path: '/api/unitDesk/requests',
  access: mayUseUnitDesk,
  filters: { state: optional(requestState) },
  columns: {
    id: rowIdColumn,
    plates: text({ zh: '车牌', en: 'Plates' }),
    requestedBy: text({ zh: '申请人', en: 'Requested by' }),
    requestedAt: instant({ zh: '申请时间', en: 'Requested' }),
    state: requestState,
  },
});

/** Begins the payment of a bill of the caller's unit by phone. */
export const payDeskBill = operation('pay-unit-bill', {
  title: { zh: '在线支付', en: 'Pay' },
  path: '/api/unitDesk/payBill',
  access: mayUseUnitDesk,
  input: { id },
  output: {
    amountFen: money({ zh: '金额', en: 'Amount' }),
    address: text({ zh: '支付地址', en: 'Address' }, { max: 300 }),
    validUntil: instant({ zh: '有效至', en: 'Valid until' }),
  },
  audit: 'unit-desk.pay-begun',
});

/** A bill of the caller's unit as a statement. */
export const getDeskBill = operation('get-unit-desk-bill', {
  title: { zh: '对账单', en: 'Statement' },
  path: '/api/unitDesk/getBill',
  access: mayUseUnitDesk,
  input: statementInput,
  output: statementOutput,
  isRead: true,
});
