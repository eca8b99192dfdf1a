import type { Transitions } from '@boyun/kernel/contract';

/** State of a version; scheduled, in force and retired follow from the time. */
export const VersionState = {
  draft: { zh: '草稿', en: 'Draft', tone: 'neutral' },
  'in-review': { zh: '待审核', en: 'In review', tone: 'warn' },
  approved: { zh: '已审核', en: 'Approved', tone: 'info' },
  scheduled: { zh: '待生效', en: 'Scheduled', tone: 'info' },
  'in-force': { zh: '生效中', en: 'In force', tone: 'good' },
  retired: { zh: '已停用', en: 'Retired', tone: 'neutral' },
  withdrawn: { zh: '已撤回', en: 'Withdrawn', tone: 'bad' },
} as const;
export type VersionState = keyof typeof VersionState;

/** The operations allowed in each state of a version. */
export const versionTransitions = {
  save: {
    from: ['draft'],
    to: 'draft',
    otherwise: { zh: '版本已提交，须先退回才能修改', en: 'The version was submitted and must be returned first' },
  },
  discard: {
    from: ['draft'],
    to: null,
    otherwise: { zh: '版本已提交，须先退回才能删除', en: 'The version was submitted and must be returned first' },
  },
  submit: {
    from: ['draft'],
    to: 'in-review',
    otherwise: { zh: '版本已提交', en: 'The version is already submitted' },
  },
  approve: {
    from: ['in-review'],
    to: 'approved',
    otherwise: { zh: '版本不在审核中', en: 'The version is not in review' },
  },
  reject: {
    from: ['in-review', 'approved'],
    to: 'draft',
    otherwise: { zh: '版本未提交', en: 'The version has not been submitted' },
  },
  publish: {
    from: ['approved'],
    to: 'scheduled',
    otherwise: { zh: '版本须先审核通过', en: 'The version must be approved first' },
  },
  withdraw: {
    from: ['scheduled'],
    to: 'withdrawn',
    otherwise: { zh: '只能撤回尚未生效的版本', en: 'Only a version that has not begun can be withdrawn' },
  },
} as const satisfies Transitions<
  VersionState,
  'save' | 'discard' | 'submit' | 'approve' | 'reject' | 'publish' | 'withdraw'
>;
