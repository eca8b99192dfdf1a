import type { Field, Fields, Label, ModuleContract } from '@boyun/kernel/contract';
import type { AuditField, AuditFields } from './audit-log.contract.ts';

const RESOURCE_ACTS: Readonly<Record<string, Label>> = {
  created: { zh: '新增', en: 'Add' },
  updated: { zh: '修改', en: 'Change' },
  deleted: { zh: '删除', en: 'Delete' },
};

/** Audited subjects that are not resources. */
const OTHER_KINDS: Readonly<Record<string, Label>> = {
  retention: { zh: '数据保存期限', en: 'Data retention' },
  'quiet-hours': { zh: '免打扰时段', en: 'Quiet hours' },
  reminder: { zh: '提醒事项', en: 'Reminder' },
  account: { zh: '账号', en: 'Account' },
  alarm: { zh: '报警', en: 'Alarm' },
  announcement: { zh: '版本公告', en: 'Announcement' },
  'car-note': { zh: '车辆备注', en: 'Note on a car' },
  message: { zh: '消息', en: 'Message' },
  'upload-file': { zh: '上传的文件', en: 'Uploaded file' },
  'lcd-file': { zh: 'LCD节目文件', en: 'File of an LCD programme' },
  order: { zh: '停车订单', en: 'Parking order' },
  purchase: { zh: '购买', en: 'Purchase' },
  'app-code': { zh: '登录验证码', en: 'Code to sign in' },
  'invoice-pass': { zh: '开票凭证', en: 'Pass for invoices' },
  passing: { zh: '过车记录', en: 'Passing record' },
  quarantine: { zh: '设备异常数据', en: 'Quarantined message' },
  menu: { zh: '菜单', en: 'Menu' },
  role: { zh: '角色', en: 'Role' },
  support: { zh: '平台支持', en: 'Platform support' },
  task: { zh: '后台任务', en: 'Task' },
  tenant: { zh: '租户', en: 'Tenant' },
  'verify-month': { zh: '核对月份', en: 'Month of the verification' },
  'charge-replay': { zh: '收费回放', en: 'Replay of a tariff' },
  'tenant-setting': { zh: '系统设置', en: 'System settings' },
  'push-template': { zh: '推送模板', en: 'Push template' },
  'report-mark': { zh: '报表收藏', en: 'Mark of a report' },
  'report-schedule': { zh: '定时报表', en: 'Scheduled report' },
  'composed-report': { zh: '自定义报表', en: 'Composed report' },
  'list-view': { zh: '列表视图', en: 'View of a list' },
  'important-notice': { zh: '重要通知', en: 'Important notice' },
  permission: { zh: '权限', en: 'Permissions' },
  plate: { zh: '车牌', en: 'Plate' },
};

/** Audited actions that are consequences of others, or have no operation of their own. */
const OTHER_ACTS: Readonly<Record<string, Label>> = {
  'stay.voided': { zh: '作废停车订单', en: 'Void a parking order' },
  'order.waived': { zh: '减免欠费', en: 'Waive arrears' },
  'order.plate-corrected': { zh: '更正车牌', en: 'Correct the plate' },
  'order.times-corrected': { zh: '更正进出时间', en: 'Correct entry or exit time' },
  'charge-replay.ended': { zh: '收费回放结束', en: 'End of a replay' },
  'tenant-bill.made': { zh: '生成租户账单', en: 'Make a tenant bill' },
  'tenant.export-downloaded': { zh: '下载租户数据', en: 'Download the data of a tenant' },
  'webhook.given-up': { zh: '停止事件推送', en: 'Give a webhook up' },
};

/** Labels of actions and subject kinds. */
export interface Vocabulary {
  readonly actions: ReadonlyMap<string, Label>;
  readonly kinds: ReadonlyMap<string, Label>;
}

const known = new WeakMap<readonly ModuleContract[], Vocabulary>();

/** Returns the labels of everything the modules write to the audit log, from their contracts. */
export function vocabularyOf(contracts: readonly ModuleContract[]): Vocabulary {
  const found = known.get(contracts);
  if (found) return found;
  const actions = new Map<string, Label>();
  const kinds = new Map<string, Label>();
  const addKind = (name: string, title: Label) => {
    kinds.set(name, title);
    for (const [act, verb] of Object.entries(RESOURCE_ACTS))
      actions.set(`${name}.${act}`, { zh: `${verb.zh}${title.zh}`, en: `${verb.en}: ${title.en}` });
  };
  for (const one of contracts.flatMap((module) => module.operations)) {
    if (!one.audit) continue;
    actions.set(one.audit, one.title);
    kinds.set(one.name, one.title);
  }
  for (const [action, title] of Object.entries(OTHER_ACTS)) if (!actions.has(action)) actions.set(action, title);
  // A subject without a resource takes the title of its report.
  for (const { name, title } of contracts.flatMap((module) => module.reports)) kinds.set(name, title);
  for (const [name, title] of Object.entries(OTHER_KINDS)) addKind(name, title);
  for (const one of contracts.flatMap((module) => module.resources)) addKind(one.name, one.title);
  const vocabulary = { actions, kinds };
  known.set(contracts, vocabulary);
  return vocabulary;
}

/** Names of values whose key has no field, or fields with different labels. */
const OTHER_NAMES: ReadonlyMap<string, Label> = new Map(
  Object.entries({
    account: { zh: '账号', en: 'Account' },
    avatar: { zh: '头像', en: 'Picture' },
    code: { zh: '编码', en: 'Code' },
    count: { zh: '数量', en: 'Count' },
    due: { zh: '应付', en: 'Due' },
    effect: { zh: '影响', en: 'Effect' },
    existingCount: { zh: '已存在', en: 'There already' },
    grantedBy: { zh: '授权人', en: 'Granted by' },
    isAdmin: { zh: '管理员', en: 'Administrator' },
    key: { zh: '键', en: 'Key' },
    kind: { zh: '类型', en: 'Kind' },
    lotIds: { zh: '可管理车场', en: 'Lots' },
    method: { zh: '方式', en: 'Method' },
    name: { zh: '名称', en: 'Name' },
    number: { zh: '编号', en: 'Number' },
    orders: { zh: '订单', en: 'Orders' },
    permissions: { zh: '权限', en: 'Permissions' },
    place: { zh: '地点', en: 'Place' },
    review: { zh: '审核', en: 'Review' },
    roles: { zh: '角色', en: 'Roles' },
    size: { zh: '大小', en: 'Size' },
    state: { zh: '状态', en: 'State' },
    supporter: { zh: '支持人员', en: 'Supporter' },
    text: { zh: '内容', en: 'Text' },
  }),
);

/**
 * Returns the fields of an entry's values by key: those of the operation that made it and of its subject, without checks.
 * A value declared by neither takes the label of its key in the module, or in another module.
 */
export function fieldsOf(
  contracts: readonly ModuleContract[],
  {
    action,
    subjectKind,
    keys,
  }: { readonly action: string; readonly subjectKind: string; readonly keys: readonly string[] },
): { fields: AuditFields; names: Readonly<Record<string, Label>> } {
  const makes = (one: ModuleContract) => one.operations.some((each) => each.audit === action);
  const tells = ({ resources, reports }: ModuleContract) =>
    [...resources, ...reports].some((each) => each.name === subjectKind);
  const home = contracts.filter((one) => makes(one) || tells(one));
  const operation = home.flatMap((one) => one.operations).find((one) => one.audit === action);
  const resource = home.flatMap((one) => one.resources).find((one) => one.name === subjectKind);
  const listed = home.flatMap((one) => one.reports).find((one) => one.name === subjectKind);
  const own: Fields = {
    ...operation?.output,
    ...listed?.columns,
    ...operation?.input,
    ...(resource?.allFields as Fields | undefined),
  };
  const others = [...home, ...contracts].flatMap(everyFields);
  const fields: Record<string, AuditField> = {};
  const names: Record<string, Label> = {};
  for (const key of keys) {
    const declared = Object.hasOwn(own, key) ? own[key] : undefined;
    const named = OTHER_NAMES.get(key) ?? others.find((one) => Object.hasOwn(one, key))?.[key]?.label;
    if (declared) fields[key] = bare(declared);
    else if (named) names[key] = named;
  }
  return { fields, names };
}

function everyFields({ resources, operations, reports }: ModuleContract): Fields[] {
  return [
    ...resources.map((one) => one.allFields as Fields),
    ...reports.flatMap((one) => [one.columns as Fields, (one.totals ?? {}) as Fields]),
    ...operations.flatMap((one) => [one.input, one.output]),
  ];
}

function bareFields(fields: Fields): AuditFields {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, bare(field)]));
}

function bare({ kind, label, choices, to, item, fields }: Field): AuditField {
  return {
    kind,
    label,
    ...(choices ? { choices } : {}),
    ...(to ? { to } : {}),
    ...(item ? { item: bare(item) } : {}),
    ...(fields ? { fields: bareFields(fields) } : {}),
  };
}
