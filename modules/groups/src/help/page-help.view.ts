import type { PageHelps } from '@boyun/kernel/web';
import { OverQuota } from '../unit/unit.contract.ts';
import { UnitBillState } from '../unit-bill/unit-bill.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  unitDesk: {
    purpose: {
      zh: '单位管理自己的车辆、访客、账号，查看通行与账单。',
      en: 'A unit manages its own vehicles, visitors and accounts, and sees its passes and bills.',
    },
    steps: [
      {
        zh: '上方是各车场的空车位；在“车辆”中新增或移出车牌，新增的车辆由停车场审核后生效，进度见“车辆申请”。',
        en: 'The free spots are above; add and remove plates under "Vehicles". The operator approves new ones: see "Requests".',
      },
      {
        zh: '在“访客”中邀请，访客停车免费，费用计入本单位月账单。',
        en: 'Invite under "Visitors": they park free, and the unit pays with its monthly bill.',
      },
      {
        zh: '在“月账单”中用手机支付，点开可看访客明细、打印对账单，付款后可申请发票。',
        en: 'Pay by phone under "Bills"; open one for its visits, to print the statement, and to request an invoice once it is paid.',
      },
      { zh: '负责人在“账号”中为同事开通登录。', en: 'A manager adds accounts for colleagues under "Accounts".' },
    ],
  },
  group: {
    purpose: {
      zh: '把多家单位归为集团，集团可有上级。',
      en: 'Groups hold several units and may be part of another group.',
    },
    steps: [
      { zh: '单位数、车位数、车辆数含下级集团。', en: 'The figures include the groups below.' },
      { zh: '在“单位管理”中为单位选择所属集团。', en: 'Choose the group of a unit on the page of units.' },
    ],
  },
  unit: {
    purpose: {
      zh: '按合同使用车位的公司：车位、车辆、用满后的规则与账单。',
      en: 'Companies that use spots by contract: their spots, vehicles, rule over quota and bills.',
    },
    steps: [
      { zh: '新增单位，选择车场与合同期限。', en: 'Add a unit with its lots and contract.' },
      {
        zh: '在“单位车位”中设置各车场车位数与月租。',
        en: 'Set spots and rent of each lot on the page of spots of units.',
      },
      {
        zh: '在“单位车辆”中登记或导入车牌，多辆车共用车位。',
        en: 'Enter or import its vehicles, which share the spots.',
      },
      { zh: '在“单位账号”中为单位开通登录。', en: 'Add accounts on the page of accounts, so that it works by itself.' },
    ],
    states: [
      { state: OverQuota.pay, means: { zh: '车位用满后的车按临时车收费', en: 'The next car is let in and pays' } },
      {
        state: OverQuota.wait,
        means: { zh: '在入口等待，由值守人员放行，放行后收费', en: 'Staff let the next car in, and it pays' },
      },
      {
        state: OverQuota.refuse,
        means: { zh: '不开闸，请离开一辆后再来', en: 'The barrier stays closed until one has left' },
      },
    ],
  },
  unitQuota: {
    purpose: { zh: '单位在每个车场的车位数与月租。', en: 'The spots of a unit in each lot, and their rent.' },
    steps: [
      {
        zh: '车位数是单位的车可同时在场的数量；已超额入场的车不会因空出车位而改为免费。',
        en: 'As many cars of the unit may be inside at once. A car that came in beyond them pays although a spot is free later.',
      },
      {
        zh: '月租按出账时的设置计算，改动影响尚未出账的月份。',
        en: 'Rent is billed as it is set when the bill is made.',
      },
    ],
  },
  unitDepartment: {
    purpose: { zh: '单位的部门，用来区分车辆。', en: 'Departments of units, which group their vehicles.' },
    steps: [{ zh: '通行记录可按部门筛选。', en: 'Passes can be filtered by department.' }],
  },
  unitVehicle: {
    purpose: { zh: '单位的车辆，共用单位的车位。', en: 'The vehicles of units, which share their spots.' },
    steps: [
      {
        zh: '新增或下载模板导入；部门与车场须属于该单位。',
        en: 'Add them or import the template; department and lots must be of the unit.',
      },
      { zh: '离职或换车时改失效时间，记录保留。', en: 'Change the end when a car leaves the unit; its passes stay.' },
    ],
  },
  unitVisitor: {
    purpose: { zh: '由单位承担停车费的访客。', en: 'Visitors whose parking units pay.' },
    steps: [
      { zh: '单位须开启“承担访客停车费”。', en: 'The unit must pay for its visitors by contract.' },
      {
        zh: '有效期内入场，离场免费，费用在单位月账单。',
        en: 'Within the time they leave free; the fee is on the monthly bill.',
      },
    ],
  },
  unitBill: {
    purpose: {
      zh: '单位的月账单：车位租金加访客停车费。',
      en: 'Monthly bills of units: rent of spots and parking of visitors.',
    },
    steps: [
      {
        zh: '每月初自动出上月账单，也可点“出账”补出。',
        en: 'The bills of the month before are made by themselves; "Make bills" adds missing ones.',
      },
      {
        zh: '单位可在工作台在线支付；线下收到款后点“收款”；已付款的账单点开后可“开发票”。',
        en: 'Units pay at their desk; book other money with "Take the money". A paid bill is invoiced from its detail.',
      },
      {
        zh: '点开账单可看访客明细、打印对账单，并退款或减免；有审批流程时先审核。',
        en: 'Open a bill for its visits, to print its statement, and to refund or credit it, after approval where a flow asks for it.',
      },
    ],
    states: [
      { state: UnitBillState.open, means: { zh: '出账后15天内付款', en: 'To be paid within 15 days' } },
      { state: UnitBillState.overdue, means: { zh: '超过到期日未付清', en: 'Not paid in time' } },
      { state: UnitBillState.paid, means: { zh: '已全部收到', en: 'All of it was received' } },
    ],
  },
  unitPass: {
    purpose: { zh: '单位车辆与访客的每次停车。', en: 'Each stay of vehicles and visitors of units.' },
    steps: [
      {
        zh: '车辆类别为“单位车”的用了单位车位；“临时车”为超额。',
        en: '"Unit vehicle" used a spot of the unit; "Temporary car" was beyond them.',
      },
    ],
  },
  unitReport: {
    purpose: { zh: '各单位在各车场的停车次数、时长与金额。', en: 'Stays, hours and amounts of units by lot.' },
    steps: [{ zh: '默认最近31天，按入场时间统计。', en: 'The last 31 days by default, by time of entry.' }],
  },
  unitAccount: {
    purpose: { zh: '单位用来登录工作台的账号。', en: 'Accounts with which units sign in to their desk.' },
    steps: [{ zh: '账号只能看到自己单位的数据。', en: 'An account sees the data of its own unit only.' }],
  },
};

export default helps;
