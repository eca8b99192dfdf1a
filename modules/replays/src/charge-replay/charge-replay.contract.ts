import { chargeRule, ruleId, versionNumber } from '@boyun/charging/contract';
import {
  choice,
  instant,
  integer,
  json,
  list,
  money,
  operation,
  optional,
  permission,
  reference,
  report,
  text,
} from '@boyun/kernel/contract';

/** Progress of a replay. */
export const ReplayState = {
  queued: { zh: '排队中', en: 'Queued', tone: 'neutral' },
  running: { zh: '进行中', en: 'Running', tone: 'info' },
  done: { zh: '已完成', en: 'Done', tone: 'good' },
  failed: { zh: '失败', en: 'Failed', tone: 'bad' },
  cancelled: { zh: '已取消', en: 'Cancelled', tone: 'warn' },
} as const;
export type ReplayState = keyof typeof ReplayState;

/** Number of stays and their revenue before and after, for one group of a result. */
export interface ReplaySum {
  stays: number;
  beforeFen: number;
  afterFen: number;
}

/** A stay whose fee changes. */
export interface ReplayMove {
  orderId: string;
  orderNo: string;
  plate: string;
  lotId: string;
  lotName: string;
  vehicleKind: string | null;
  plateColor: number;
  /** Times in the lot's time zone. */
  entry: string;
  exit: string;
  beforeFen: number;
  afterFen: number;
}

/**
 * The result of a replay. Revenue is the fee less the reductions of the stay. The histogram counts stays by the change of
 * their fee, from `fromFen` (inclusive) to `toFen` (exclusive); the outermost buckets are open. `skipped` stays are
 * priced by another rule.
 */
export interface ReplayResult {
  total: ReplaySum;
  byLot: (ReplaySum & { lotId: string; lotName: string })[];
  byDay: (ReplaySum & { day: string })[];
  byVehicleKind: (ReplaySum & { vehicleKind: string | null })[];
  histogram: { fromFen: number | null; toFen: number | null; stays: number }[];
  same: number;
  up: number;
  down: number;
  skipped: number;
  moves: ReplayMove[];
}

const replayAccess = permission('charge-rule.replay', { zh: '回放收费规则', en: 'Replay: Charge rules' });
const replayId = reference({ zh: '回放', en: 'Replay' }, 'charge-replay');
const lotIds = list({ zh: '车场', en: 'Parking lots' }, reference({ zh: '车场', en: 'Parking lot' }, 'lot'));
const from = instant({ zh: '入场起', en: 'Entered from' });
const to = instant({ zh: '入场止', en: 'Entered until' });

const replayFields = {
  id: text({ zh: '编号', en: 'Id' }),
  chargeRuleId: ruleId,
  number: versionNumber,
  lotIds,
  from,
  to,
  state: choice({ zh: '状态', en: 'State' }, ReplayState),
  doneCount: integer({ zh: '已计算', en: 'Priced' }),
  totalCount: integer({ zh: '总数', en: 'In all' }),
  startedBy: text({ zh: '发起人', en: 'Started by' }, { max: 64 }),
  createdAt: instant({ zh: '创建时间', en: 'Created' }),
  startedAt: optional(instant({ zh: '开始时间', en: 'Started' })),
  endedAt: optional(instant({ zh: '结束时间', en: 'Ended' })),
  error: optional(text({ zh: '错误', en: 'Error' }, { max: 2000 })),
  /** The task that does it. */
  taskId: optional(text({ zh: '任务', en: 'Task' })),
  /** Until when the list of changed stays is kept; null while there is none. */
  fileUntil: optional(instant({ zh: '明细有效期至', en: 'Changes kept until' })),
};

/** The replays of a rule, newest first. */
export const replayList = report('charge-replay', {
  title: { zh: '收费回放', en: 'Replays' },
  path: '/api/billRule/listReplays',
  access: chargeRule.can.list,
  filters: { id: optional(ruleId), state: optional(replayFields.state) },
  columns: {
    ...replayFields,
    beforeFen: optional(money({ zh: '原应收', en: 'Revenue before' })),
    afterFen: optional(money({ zh: '新应收', en: 'Revenue after' })),
  },
});

/**
 * Reprices past stays by a version: without a number the open version, otherwise the one in force; without lots, in all
 * lots the rule applies to. A task of the caller does it.
 */
export const startReplay = operation('start-replay', {
  title: { zh: '开始收费回放', en: 'Start a replay' },
  path: '/api/billRule/startReplay',
  access: replayAccess,
  input: { id: ruleId, number: optional(versionNumber), lotIds, from, to },
  output: { replayId: text({ zh: '回放', en: 'Replay' }), taskId: text({ zh: '任务', en: 'Task' }) },
  audit: 'charge-replay.started',
  task: {
    title: { zh: '收费回放', en: 'Replay of a charge rule' },
    path: ({ id, replayId }) => `/_cloud_operation/chargeRule?rule=${id}&tab=replay&replay=${replayId}`,
  },
});

/** Progress of a replay, and its result (`ReplayResult`) once done. */
export const getReplay = operation('get-replay', {
  title: { zh: '收费回放详情', en: 'One replay' },
  path: '/api/billRule/getReplay',
  access: chargeRule.can.list,
  input: { replayId },
  output: { ...replayFields, result: optional(json<ReplayResult>({ zh: '结果', en: 'Result' })) },
  isRead: true,
});

/** Cancels a replay and its task. */
export const cancelReplay = operation('cancel-replay', {
  title: { zh: '取消收费回放', en: 'Cancel a replay' },
  path: '/api/billRule/cancelReplay',
  access: replayAccess,
  input: { replayId },
  output: { state: replayFields.state },
  audit: 'charge-replay.cancelled',
});

/** Returns the path of a CSV file with every stay whose fee changes, which is kept as long as files of tasks. */
export const exportReplay = operation('export-replay', {
  title: { zh: '导出收费回放', en: 'Export a replay' },
  path: '/api/billRule/exportReplay',
  access: replayAccess,
  input: { replayId },
  output: { url: text({ zh: '文件地址', en: 'Address of the file' }, { max: 2000 }) },
  isRead: true,
});
