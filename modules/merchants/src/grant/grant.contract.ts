import {
  choice,
  flag,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  permission,
  plate,
  reference,
  refusals,
  report,
  rowId,
  text,
} from '@boyun/kernel/contract';

/** How a discount came to a car. */
export const GrantWay = {
  desk: { zh: '商家发放', en: 'By the merchant' },
  rotating: { zh: '动态码', en: 'Changing code' },
  static: { zh: '固定码', en: 'Static code' },
  printed: { zh: '印刷码', en: 'Printed code' },
  staff: { zh: '车场代发', en: 'By the operator' },
  api: { zh: '开放接口', en: 'Open API' },
} as const;
export type GrantWay = keyof typeof GrantWay;

/** What has become of a grant. */
export const GrantState = {
  granted: { zh: '未使用', en: 'Unused', tone: 'info' },
  held: { zh: '待支付', en: 'Held by a quote', tone: 'warn' },
  used: { zh: '已使用', en: 'Used', tone: 'good' },
  expired: { zh: '已过期', en: 'Expired', tone: 'neutral' },
  revoked: { zh: '已撤销', en: 'Revoked', tone: 'bad' },
} as const;

const merchantId = reference({ zh: '商家', en: 'Merchant' }, 'merchant');
const discountId = reference({ zh: '优惠方案', en: 'Discount' }, 'merchant-discount');
const state = choice({ zh: '状态', en: 'State' }, GrantState);
const way = choice({ zh: '方式', en: 'Way' }, GrantWay);

const ownFilters = {
  discountId: optional(discountId),
  plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
  state: optional(state),
  way: optional(way),
  from: optional(instant({ zh: '发放起', en: 'Granted from' })),
  to: optional(instant({ zh: '发放止', en: 'Granted until' })),
};

const ownColumns = {
  id: text({ zh: '编号', en: 'Id' }),
  discountName: text({ zh: '优惠方案', en: 'Discount' }),
  plate: text({ zh: '车牌', en: 'Plate' }),
  state,
  way,
  grantedAt: instant({ zh: '发放时间', en: 'Granted' }),
  grantedBy: text({ zh: '发放人', en: 'Granted by' }),
  validUntil: instant({ zh: '失效时间', en: 'Until' }),
  usedAt: optional(instant({ zh: '使用时间', en: 'Used at' })),
  lotName: optional(text({ zh: '使用车场', en: 'Used in' })),
  usedFen: optional(money({ zh: '优惠金额', en: 'Taken off' })),
  revokedReason: optional(text({ zh: '撤销原因', en: 'Why it was revoked' })),
};

const totals = { usedFen: money({ zh: '优惠合计', en: 'Taken off in all' }) };

/** What merchants have granted to cars. */
export const grantList = report('merchant-grant', {
  title: { zh: '商家发放记录', en: 'Merchant grants' },
  path: '/api/merchantGrant/list',
  access: permission('merchant-grant.list', { zh: '查看商家发放记录', en: 'View: Merchant grants' }),
  filters: { merchantId: optional(merchantId), ...ownFilters },
  columns: {
    merchantId,
    ...ownColumns,
    orderId: optional(text({ zh: '订单', en: 'Order' })),
    orderNo: optional(text({ zh: '订单号', en: 'Order number' })),
  },
  alwaysSortable: ['grantedAt'],
  totals,
});

/** The permission of the accounts of merchants. */
export const mayUseDesk = permission('merchant-desk.use', { zh: '商家工作台', en: 'Merchant desk' });

/** What the caller's own merchant has granted. */
export const deskGrantList = report('merchant-desk-grant', {
  title: { zh: '发放记录', en: 'Grants' },
  path: '/api/merchantDesk/grants',
  access: mayUseDesk,
  filters: (({ discountId: _, ...rest }) => rest)(ownFilters),
  columns: ownColumns,
  alwaysSortable: ['grantedAt'],
  totals,
});

const plates = list({ zh: '车牌', en: 'Plates' }, plate(), { min: 1, max: 200 });

/** The grants that were not made, with the reason for each plate. */
export const failedGrants = list(
  { zh: '未发放', en: 'Not granted' },
  group(
    { zh: '车牌', en: 'Plate' },
    { plate: text({ zh: '车牌', en: 'Plate' }), reason: text({ zh: '原因', en: 'Reason' }) },
  ),
);

/** Grants a discount in the name of its merchant; for the operator's staff, and for programs with an API key. */
export const grantDiscount = operation('grant-merchant-discount', {
  title: { zh: '代发优惠', en: 'Grant for the merchant' },
  path: '/api/merchantGrant/grant',
  access: permission('merchant-grant.grant', { zh: '代商家发放优惠', en: 'Grant discounts for merchants' }),
  input: { merchantDiscountId: discountId, plates },
  output: { grantedCount: integer({ zh: '已发放', en: 'Granted' }), failed: failedGrants },
  audit: 'merchant-grant.granted',
});

const reason = text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255, isLong: true });

/** Revokes a grant that was not used. */
export const revokeGrant = operation('revoke-merchant-grant', {
  title: { zh: '撤销发放', en: 'Revoke a grant' },
  path: '/api/merchantGrant/revoke',
  needsPassword: { zh: '是否撤销该优惠？', en: 'Revoke this discount?' },
  access: permission('merchant-grant.revoke', { zh: '撤销商家发放', en: 'Revoke merchant grants' }),
  input: { id: rowId({ zh: '发放记录', en: 'Grant' }), reason },
  output: {},
  audit: 'merchant-grant.revoked',
});

/** What a grant tells the person who made it. */
export const grantAnswer = {
  id: text({ zh: '编号', en: 'Id' }),
  discountName: text({ zh: '优惠方案', en: 'Discount' }),
  plate: text({ zh: '车牌', en: 'Plate' }),
  validUntil: instant({ zh: '失效时间', en: 'Until' }),
  isInside: flag({ zh: '车辆在场', en: 'The car is inside' }),
};

export const grantRefusal = refusals('merchant-grant', {
  'bad-plate': { status: 422, zh: '{plate}不是有效的车牌', en: '{plate} is not a valid plate' },
  'daily-limit': { status: 409, zh: '今天的发放数量已满', en: 'All grants of today are given' },
  'per-plate': { status: 409, zh: '该车今天已领{count}张', en: 'The car got {count} today already' },
  open: { status: 409, zh: '该车已有一张未使用的优惠', en: 'The car has an unused one already' },
  'limit-needed': {
    status: 409,
    zh: '固定码须先设置“每天限发”，请联系车场',
    en: 'A static code needs a limit of grants per day: ask the operator to set it',
  },
  'out-of-stock': { status: 409, zh: '套餐张数已用完，请先购买', en: 'No grants of the package are left' },
  used: { status: 409, zh: '已使用的优惠不能撤销', en: 'A discount that was used cannot be revoked' },
  held: {
    status: 409,
    zh: '司机正在支付，暂不能撤销',
    en: 'The driver is paying with it: it cannot be revoked now',
  },
  ended: { status: 409, zh: '该发放已撤销或过期', en: 'The grant was revoked or is over' },
});
