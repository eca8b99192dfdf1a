import { tariffTemplate } from '@boyun/domain/fee';
import {
  choice,
  integer,
  json,
  operation,
  optional,
  permission,
  readOnly,
  reference,
  refusals,
  resource,
  text,
} from '@boyun/kernel/contract';
import { VersionState } from './version-state.contract.ts';

/** Ready-made tariffs by id. */
export const TariffTemplate = Object.fromEntries(tariffTemplate.map((one) => [one.id, one.name])) as Record<
  string,
  { zh: string; en: string }
>;

const name = text({ zh: '名称', en: 'Name' }, { min: 2, max: 64 });
const remark = optional(text({ zh: '备注', en: 'Remark' }, { max: 512, isLong: true }));

/** A named tariff; its content is kept in numbered versions that are immutable once published. */
export const chargeRule = resource('charge-rule', {
  title: { zh: '收费规则', en: 'Charge rules' },
  path: '/api/billRule',
  fields: {
    name,
    template: optional(
      choice({ zh: '模板', en: 'Template' }, TariffTemplate, {
        hint: { zh: '新增时从模板开始，生成第一份草稿', en: 'A new rule starts with a draft made from it' },
      }),
    ),
    remark,
    versionNumber: readOnly(optional(integer({ zh: '当前版本', en: 'Current version' }))),
    state: readOnly(optional(choice({ zh: '状态', en: 'State' }, VersionState))),
    openNumber: readOnly(optional(integer({ zh: '待发布版本', en: 'Version in the making' }))),
    openState: readOnly(optional(choice({ zh: '待发布状态', en: 'State of the version in the making' }, VersionState))),
    readingZh: readOnly(text({ zh: '规则说明', en: 'In words (Chinese)' }, { max: 20_000, isLong: true })),
    readingEn: readOnly(text({ zh: '规则说明（英文）', en: 'In words' }, { max: 20_000, isLong: true })),
    tariff: readOnly(json({ zh: '规则数据', en: 'Data' })),
  },
  columns: ['name', 'versionNumber', 'readingZh', 'remark'],
  search: { name: 'contains' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
  lotField: null,
  computed: ['template', 'versionNumber', 'state', 'openNumber', 'openState', 'readingZh', 'readingEn', 'tariff'],
});

/** Permission to put a version of a tariff in force, or to withdraw one that has not begun. */
export const canPublish = permission('charge-rule.publish', { zh: '发布收费规则', en: 'Publish: Charge rules' });
/** Permission to approve what another account submitted. */
export const canApprove = permission('charge-rule.approve', { zh: '审核收费规则', en: 'Approve: Charge rules' });

/** Creates a rule with a ready-made tariff as its first version, in force immediately. */
export const createFromTemplate = operation('create-from-template', {
  title: { zh: '从模板启用收费规则', en: 'Start with a ready tariff' },
  path: '/api/billRule/createFromTemplate',
  access: canPublish,
  input: { name, template: choice({ zh: '模板', en: 'Template' }, TariffTemplate), remark },
  output: { id: reference({ zh: '收费规则', en: 'Charge rule' }, 'charge-rule') },
  audit: 'charge-rule.started',
});

export const chargingRefusal = refusals('charging', {
  'bad-tariff': { status: 422, zh: '规则有{count}处错误：{reason}', en: 'The tariff has errors ({count}): {reason}' },
  'template-at-start': {
    status: 422,
    zh: '模板只在新增时可选，请在编辑器中修改规则',
    en: 'A template can only be selected for a new rule. Change this one in the editor',
  },
  'no-draft': { status: 422, zh: '没有待发布的版本', en: 'There is no version to publish' },
  'nothing-in-force': {
    status: 422,
    zh: '规则还没有生效的版本，请提交规则数据',
    en: 'No version is in force yet. Send a tariff',
  },
  'nothing-to-try': {
    status: 422,
    zh: '请选择收费规则或提交规则数据',
    en: 'Choose a charge rule or send a tariff',
  },
  'wrong-state': { status: 422, zh: '{reason}', en: '{reason}' },
  'four-eyes': {
    status: 422,
    zh: '版本由您提交，须由他人审核',
    en: 'You submitted this version, so another person must approve it',
  },
  'in-the-past': { status: 422, zh: '生效时间不能早于现在', en: 'A version cannot take effect in the past' },
  'same-moment': {
    status: 422,
    zh: '版本{number}已在这一时间生效，请选择其他时间',
    en: 'Version {number} takes effect at this time. Choose another time',
  },
  'lint-errors': {
    status: 422,
    zh: '检查发现{count}处错误，须先改正：{reason}',
    en: 'Correct these errors first ({count}): {reason}',
  },
  'lint-warnings': {
    status: 422,
    zh: '检查发现{count}处可疑，请确认：{reason}',
    en: 'Confirm these warnings ({count}): {reason}',
  },
  'too-intricate': {
    status: 422,
    zh: '规则过于复杂，无法在限定时间内检查，请减少方案、时段或封顶',
    en: 'The tariff is too complex to be checked in time. Use fewer plans, periods or caps',
  },
  'check-busy': {
    status: 429,
    zh: '正在检查其他规则，请稍后再试',
    en: 'Other tariffs are being checked. Try again in a moment',
  },
  'examples-fail': {
    status: 422,
    zh: '{count}个示例的费用不符：{reason}',
    en: 'Examples with a different fee ({count}): {reason}',
  },
  'example-backwards': {
    status: 422,
    zh: '离场时间不能早于入场时间',
    en: 'The exit cannot be before the entry',
  },
  'bad-stay': { status: 422, zh: '时间或时区不存在：{text}', en: 'Unknown time or time zone: {text}' },
  'stay-too-long': { status: 422, zh: '停车时长不能超过10年', en: 'A stay cannot exceed ten years' },
  'binding-place': { status: 422, zh: '车场和片区只能选择其一', en: 'Select a lot or an area, not both' },
  'binding-reach': {
    status: 422,
    zh: '您的账号只管理部分车场，只能为这些车场绑定规则',
    en: 'Your account is limited to some lots. Bind rules to those lots',
  },
  'binding-overlap': {
    status: 422,
    zh: '与“{other}”的绑定同样具体且范围重叠，无法判断用哪一个',
    en: 'This binding overlaps the equally specific binding of "{other}", so it would be unclear which one applies',
  },
  'binding-days': {
    status: 422,
    zh: '结束日期不能早于开始日期',
    en: 'The last day cannot be before the first',
  },
  'year-unknown': {
    status: 422,
    zh: '{year}年的放假安排尚未公布或未收录，请手工录入或导入',
    en: 'The holidays of {year} are not known or not published yet. Enter or import them',
  },
  'replay-nowhere': {
    status: 422,
    zh: '规则未绑定车场，请选择车场',
    en: 'The rule applies to no lot. Select lots',
  },
  'replay-range': {
    status: 422,
    zh: '结束时间须晚于开始时间，且不超过366天',
    en: 'The end must be after the start, by at most 366 days',
  },
  'replay-over': { status: 422, zh: '回放已结束', en: 'The replay has ended' },
  'replay-file-gone': {
    status: 422,
    zh: '变化明细已过期删除，请重新回放',
    en: 'The list of changes was deleted after its time. Replay again',
  },
  'replay-not-done': { status: 422, zh: '回放尚未完成', en: 'The replay is not finished yet' },
});
