import {
  choice,
  flag,
  group,
  instant,
  integer,
  json,
  list,
  operation,
  optional,
  reference,
  text,
} from '@boyun/kernel/contract';
import { canApprove, canPublish, chargeRule } from '../charge-rule/charge-rule.contract.ts';
import { VersionState } from '../charge-rule/version-state.contract.ts';

/** The rule an operation is about. */
export const ruleId = reference({ zh: '收费规则', en: 'Charge rule' }, 'charge-rule');
/** The number of a version. */
export const versionNumber = integer({ zh: '版本号', en: 'Version number' }, { min: 1, max: 1_000_000 });
/** A tariff as data, in the schema of the pricing engine. */
export const tariffData = json({ zh: '规则数据', en: 'Data' });
const note = optional(text({ zh: '说明', en: 'Note' }, { max: 512, isLong: true }));
const isConfirmed = flag({ zh: '已确认可疑之处', en: 'Suspicious places confirmed' }, { byDefault: false });
const person = (zh: string, en: string) => optional(text({ zh, en }, { max: 64 }));

const versionFields = {
  id: text({ zh: '编号', en: 'Id' }),
  number: versionNumber,
  version: integer({ zh: '修改次数', en: 'Revision' }),
  state: choice({ zh: '状态', en: 'State' }, VersionState),
  readingZh: text({ zh: '规则说明', en: 'In words (Chinese)' }, { max: 20_000, isLong: true }),
  readingEn: text({ zh: '规则说明（英文）', en: 'In words' }, { max: 20_000, isLong: true }),
  baseNumber: optional(integer({ zh: '基于版本', en: 'Made from version' })),
  effectiveFrom: optional(instant({ zh: '生效时间', en: 'In force from' })),
  effectiveUntil: optional(instant({ zh: '停用时间', en: 'In force until' })),
  note,
  createdAt: instant({ zh: '创建时间', en: 'Created' }),
  updatedAt: instant({ zh: '更新时间', en: 'Updated' }),
  madeBy: text({ zh: '创建人', en: 'Made by' }, { max: 64 }),
  submittedBy: person('提交人', 'Submitted by'),
  submittedAt: optional(instant({ zh: '提交时间', en: 'Submitted' })),
  approvedBy: person('审核人', 'Approved by'),
  approvedAt: optional(instant({ zh: '审核时间', en: 'Approved' })),
  publishedBy: person('发布人', 'Published by'),
  publishedAt: optional(instant({ zh: '发布时间', en: 'Published' })),
  withdrawnBy: person('撤回人', 'Withdrawn by'),
  withdrawnAt: optional(instant({ zh: '撤回时间', en: 'Withdrawn' })),
};

/** The versions of a rule, newest first. */
export const getVersions = operation('get-versions', {
  title: { zh: '收费规则版本', en: 'Versions of a charge rule' },
  path: '/api/billRule/getVersions',
  access: chargeRule.can.list,
  input: { id: ruleId },
  output: { versions: list({ zh: '版本', en: 'Versions' }, group({ zh: '版本', en: 'Version' }, versionFields)) },
  isRead: true,
});

/** One version with its tariff; without a number the open one, otherwise the one in force. */
export const getVersion = operation('get-version', {
  title: { zh: '收费规则版本详情', en: 'One version of a charge rule' },
  path: '/api/billRule/getVersion',
  access: chargeRule.can.list,
  input: { id: ruleId, number: optional(versionNumber) },
  output: { ...versionFields, tariff: tariffData },
  isRead: true,
});

/** Saves the draft of a rule; creates it where no version is open, from the version in force where no tariff is sent. */
export const saveDraft = operation('save-draft', {
  title: { zh: '保存收费规则草稿', en: 'Save the draft of a charge rule' },
  path: '/api/billRule/saveDraft',
  access: chargeRule.can.update,
  input: {
    id: ruleId,
    tariff: optional(tariffData),
    number: optional(versionNumber),
    version: optional(integer({ zh: '修改次数', en: 'Revision' }, { min: 1 })),
    note,
  },
  output: { ...versionFields, tariff: tariffData },
  audit: 'charge-rule.draft-saved',
});

/** Deletes the draft. */
export const discardDraft = operation('discard-draft', {
  title: { zh: '删除收费规则草稿', en: 'Discard the draft of a charge rule' },
  path: '/api/billRule/discardDraft',
  access: chargeRule.can.update,
  input: { id: ruleId },
  output: { number: versionNumber },
  audit: 'charge-rule.draft-discarded',
});

const stateAfter = { number: versionNumber, state: choice({ zh: '状态', en: 'State' }, VersionState) };

/** Submits the draft for review: every example must match, the check must find no error, and warnings must be confirmed. */
export const submitVersion = operation('submit-version', {
  title: { zh: '提交收费规则审核', en: 'Submit a charge rule' },
  path: '/api/billRule/submit',
  access: chargeRule.can.update,
  input: { id: ruleId, note, isConfirmed },
  output: stateAfter,
  audit: 'charge-rule.submitted',
});

/** Approves a submitted version; the submitter cannot. */
export const approveVersion = operation('approve-version', {
  title: { zh: '审核通过收费规则', en: 'Approve a charge rule' },
  path: '/api/billRule/approve',
  access: canApprove,
  input: { id: ruleId, note },
  output: { ...stateAfter, isOwnWork: flag({ zh: '本人审核', en: 'Approved by the one who submitted' }) },
  audit: 'charge-rule.approved',
});

/** Returns a submitted version for further changes. */
export const rejectVersion = operation('reject-version', {
  title: { zh: '退回收费规则', en: 'Return a charge rule' },
  path: '/api/billRule/reject',
  access: canApprove,
  input: { id: ruleId, note },
  output: stateAfter,
  audit: 'charge-rule.returned',
});

/** Puts the approved version in force, now or from a later instant. */
export const publishVersion = operation('publish-version', {
  title: { zh: '发布收费规则', en: 'Publish a charge rule' },
  path: '/api/billRule/publish',
  access: canPublish,
  input: { id: ruleId, effectiveFrom: optional(instant({ zh: '生效时间', en: 'In force from' })), isConfirmed },
  output: { ...stateAfter, effectiveFrom: instant({ zh: '生效时间', en: 'In force from' }) },
  audit: 'charge-rule.published',
});

/** Withdraws a published version before it begins. */
export const withdrawVersion = operation('withdraw-version', {
  title: { zh: '撤回收费规则版本', en: 'Withdraw a version of a charge rule' },
  path: '/api/billRule/withdraw',
  access: canPublish,
  input: { id: ruleId, number: versionNumber },
  output: stateAfter,
  audit: 'charge-rule.withdrawn',
});

/** The differences between two versions, in words. */
export const compareVersions = operation('compare-versions', {
  title: { zh: '对比收费规则版本', en: 'Compare versions of a charge rule' },
  path: '/api/billRule/compare',
  access: chargeRule.can.list,
  input: { id: ruleId, a: versionNumber, b: versionNumber },
  output: {
    differences: list(
      { zh: '差异', en: 'Differences' },
      group(
        { zh: '差异', en: 'Difference' },
        {
          path: text({ zh: '位置', en: 'Place' }, { min: 0, max: 200 }),
          zh: text({ zh: '说明', en: 'In words (Chinese)' }, { max: 2000 }),
          en: text({ zh: '英文说明', en: 'In words' }, { max: 2000 }),
        },
      ),
    ),
  },
  isRead: true,
});
