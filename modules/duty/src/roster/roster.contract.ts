import {
  choice,
  day,
  group,
  instant,
  integer,
  list,
  operation,
  optional,
  reference,
  refusals,
  text,
} from '@boyun/kernel/contract';
import { shiftPlan } from '../shift/shift.contract.ts';

/** Whether the shift of a day is manned as planned. */
export const RosterState = {
  off: { zh: '休', en: 'No shift', tone: 'neutral' },
  open: { zh: '待排', en: 'Nobody yet', tone: 'warn' },
  planned: { zh: '已排', en: 'Planned', tone: 'info' },
  awaited: { zh: '待上岗', en: 'Awaited', tone: 'warn' },
  'on-time': { zh: '按时', en: 'On time', tone: 'good' },
  late: { zh: '迟到', en: 'Late', tone: 'warn' },
  replaced: { zh: '他人顶岗', en: 'Someone else', tone: 'info' },
  unplanned: { zh: '未排已上岗', en: 'Manned, not planned', tone: 'info' },
  absent: { zh: '缺岗', en: 'Absent', tone: 'bad' },
} as const;
export type RosterState = keyof typeof RosterState;

const accountId = reference({ zh: '值班人', en: 'On duty' }, 'employee');
const planId = reference({ zh: '班次', en: 'Shift' }, 'shift-plan');
const ofDay = day({ zh: '日期', en: 'Day' });

/** The shifts of seven days with the person planned for each, and who went on duty. */
export const getRoster = operation('get-roster', {
  title: { zh: '排班表', en: 'Roster' },
  path: '/api/shiftSentry/getRoster',
  access: shiftPlan.can.list,
  input: { from: ofDay, lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')) },
  output: {
    /** Plans beyond this many are left out. */
    mostPlans: integer({ zh: '最多班次', en: 'Most plans' }),
    plans: list(
      { zh: '班次', en: 'Shifts' },
      group(
        { zh: '班次', en: 'Shift' },
        {
          id: text({ zh: '编号', en: 'Id' }),
          name: text({ zh: '班次', en: 'Shift' }),
          sentryId: reference({ zh: '岗亭', en: 'Sentry box' }, 'sentry'),
          lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
          startsAt: text({ zh: '上岗时间', en: 'Begins' }),
          endsAt: text({ zh: '交班时间', en: 'Ends' }),
          days: list(
            { zh: '日期', en: 'Days' },
            group(
              { zh: '日', en: 'Day' },
              {
                day: ofDay,
                startsAt: instant({ zh: '上岗时间', en: 'Begins' }),
                endsAt: instant({ zh: '交班时间', en: 'Ends' }),
                state: choice({ zh: '状态', en: 'State' }, RosterState),
                accountId: optional(accountId),
                /** Who went on duty first in these hours, and when. */
                actualId: optional(reference({ zh: '实际值班人', en: 'Went on duty' }, 'employee')),
                openedAt: optional(instant({ zh: '实际上岗', en: 'Went on duty at' })),
              },
            ),
          ),
        },
      ),
    ),
  },
  isRead: true,
});

/** Plans a person for the shift of a day, or nobody. */
export const assignShift = operation('assign-shift', {
  title: { zh: '排班', en: 'Assign a shift' },
  path: '/api/shiftSentry/assign',
  access: shiftPlan.can.update,
  input: { planId, day: ofDay, accountId: optional(accountId, { zh: '无人', en: 'Nobody' }) },
  output: {},
  audit: 'shift.assigned',
});

/** Plans the people of one week for another, where nobody is planned yet. */
export const copyRoster = operation('copy-roster', {
  title: { zh: '复制到下周', en: 'Copy to the next week' },
  path: '/api/shiftSentry/copyRoster',
  access: shiftPlan.can.update,
  input: { from: ofDay, to: ofDay, lotId: getRoster.input.lotId },
  output: { copiedCount: integer({ zh: '已排', en: 'Assigned' }) },
  audit: 'roster.copied',
});

export const rosterRefusal = refusals('roster', {
  'no-shift': { status: 422, zh: '“{plan}”在该日没有班次', en: 'The shift "{plan}" does not take place on that day' },
  past: { status: 422, zh: '该班次已结束，不能再排班', en: 'This shift is over and can no longer be assigned' },
  busy: {
    status: 409,
    zh: '{name}当日已排“{plan}”，时间重叠',
    en: '{name} is already planned for "{plan}" at that time',
  },
  'same-week': { status: 422, zh: '请选择另一周', en: 'Choose another week' },
});
