import type { Field, Fields, Label, ModuleContract, Resource } from '@boyun/kernel/contract';
import type { AuditField, AuditFields } from './audit-log.contract.ts';

const RESOURCE_ACTS: Readonly<Record<string, Label>> = {
  created: { zh: '新增', en: 'Added' },
  updated: { zh: '修改', en: 'Changed' },
  deleted: { zh: '删除', en: 'Deleted' },
};

/** Things that are no resource and yet are added, changed and deleted. */
const OTHER_KINDS: Readonly<Record<string, Label>> = {
  'arrears-rule': { zh: '催缴规则', en: 'Rule of reminders' },
  account: { zh: '账号', en: 'Account' },
  alarm: { zh: '报警', en: 'Alarm' },
  announcement: { zh: '版本公告', en: 'Announcement' },
  message: { zh: '消息', en: 'Message' },
  'upload-file': { zh: '上传的文件', en: 'Uploaded file' },
  order: { zh: '停车订单', en: 'Parking order' },
  passing: { zh: '过车记录', en: 'Passing record' },
  quarantine: { zh: '隔离报文', en: 'Quarantined message' },
  menu: { zh: '菜单', en: 'Menu' },
  role: { zh: '角色', en: 'Role' },
  support: { zh: '平台支持', en: 'Platform support' },
  task: { zh: '后台任务', en: 'Task' },
  tenant: { zh: '租户', en: 'Tenant' },
  'charge-replay': { zh: '收费回放', en: 'Replay of a tariff' },
  'tenant-setting': { zh: '系统设置', en: 'System settings' },
  'push-template': { zh: '推送模板', en: 'Push template' },
  'list-view': { zh: '列表视图', en: 'View of a list' },
  'important-notice': { zh: '重要通知', en: 'Important notice' },
  permission: { zh: '权限', en: 'Permissions' },
  plate: { zh: '车牌', en: 'Plate' },
};

/** Acts that follow from others, or are written without a call of their own. */
const OTHER_ACTS: Readonly<Record<string, Label>> = {
  'stay.voided': { zh: '作废停车订单', en: 'Void a parking order' },
  'order.waived': { zh: '减免欠费', en: 'Waive arrears' },
  'order.plate-corrected': { zh: '更正车牌', en: 'Correct the plate' },
  'order.times-corrected': { zh: '更正进出时间', en: 'Correct entry or exit time' },
  'tenant-bill.made': { zh: '生成租户账单', en: 'Make a tenant bill' },
  'webhook.given-up': { zh: '停止事件推送', en: 'Give a webhook up' },
};

/** What actions and kinds of subjects are called. */
export interface Vocabulary {
  readonly actions: ReadonlyMap<string, Label>;
  readonly kinds: ReadonlyMap<string, Label>;
}

const known = new WeakMap<readonly ModuleContract[], Vocabulary>();

/** The words for everything the modules write into the audit log, out of their contracts. */
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
  // What is no table of its own is called like the list of it.
  for (const { name, title } of contracts.flatMap((module) => module.reports)) kinds.set(name, title);
  for (const [name, title] of Object.entries(OTHER_KINDS)) addKind(name, title);
  for (const one of contracts.flatMap((module) => module.resources)) addKind(one.name, one.title);
  const vocabulary = { actions, kinds };
  known.set(contracts, vocabulary);
  return vocabulary;
}

/** The fields of the resource an entry is about and of the operation that made it, without their checks. */
export function fieldsOf(contracts: readonly ModuleContract[], action: string, subjectKind: string): AuditFields {
  const resource: Resource | undefined = contracts
    .flatMap((module) => module.resources)
    .find((one) => one.name === subjectKind);
  const operation = contracts.flatMap((module) => module.operations).find((one) => one.audit === action);
  return bareFields({ ...operation?.input, ...(resource?.allFields as Fields | undefined) });
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
