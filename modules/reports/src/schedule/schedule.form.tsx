import { periodKeys, type Report } from '@boyun/kernel/contract';
import { OperationDialog } from '@boyun/kernel/web';
import { runList, type ScheduleRow, saveSchedule, scheduleFields, scheduleList } from './report-schedule.contract.ts';

/** What is scheduled: a report with filters on the wire, or a schedule that is changed. */
export interface Scheduled {
  readonly report: string;
  readonly title: string;
  readonly hasPeriod: boolean;
  readonly filters: Record<string, unknown> | null;
  readonly row?: ScheduleRow;
}

/** Whether a report can be limited to days. */
export const hasPeriod = (report: Report): boolean => periodKeys(report.filters) !== null;

/** Sends a report again and again: when, which days, to whom. */
export default function ScheduleForm({ of, onClose }: { of: Scheduled; onClose: () => void }) {
  const { row } = of;
  return (
    <OperationDialog
      isOpen
      of={saveSchedule}
      width={520}
      columns={2}
      fields={scheduleFields}
      given={{ scheduleId: row?.id ?? null, report: of.report, filters: of.filters }}
      initial={row ?? { name: of.title, weekDay: 1, monthDay: 1, period: of.hasPeriod ? 'last-week' : 'none' }}
      parts={(values) => ({
        ...(values.rhythm === 'week' ? {} : { weekDay: null }),
        ...(values.rhythm === 'month' ? {} : { monthDay: null }),
        ...(of.hasPeriod ? {} : { period: null }),
      })}
      hint={{
        zh: '按当前筛选条件定时生成文件，以您的权限导出，发给管理员登记的收件人；权限变化或账号停用时自动暂停。',
        en: 'The file is made with the present filters and your rights, and sent to recipients that administrators keep. It pauses when you lose the right or your account.',
      }}
      okText={{ zh: '保存', en: 'Save' }}
      done={{ zh: '已保存', en: 'Saved' }}
      refreshes={[scheduleList.name, runList.name]}
      onClose={onClose}
    />
  );
}
