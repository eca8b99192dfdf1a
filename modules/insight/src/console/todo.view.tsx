import { alarmList } from '@boyun/alarms/contract';
import { box, camera, commandList, lcd, magnetic, screen } from '@boyun/devices/contract';
import { feedbackList } from '@boyun/feedback/contract';
import { quarantineList } from '@boyun/gateway/contract';
import { invoiceList } from '@boyun/invoices/contract';
import type { Output } from '@boyun/kernel/contract';
import { countText, listLink, useSlots, useText } from '@boyun/kernel/web';
import { pack } from '@boyun/passes/contract';
import { getLaneBoard } from '@boyun/passings/contract';
import { paymentList } from '@boyun/payments/contract';
import { channelDayList } from '@boyun/reconciliation/contract';
import { repairList } from '@boyun/repairs/contract';
import { handOverReview, reviewList } from '@boyun/reviews/contract';
import type { getConsole } from './console.contract.ts';
import { type TodoLine, todoLines } from './console-slot.view.ts';
import { Jump } from './jump.view.tsx';

type Console = Output<typeof getConsole>;

const DAY_MS = 24 * 3_600_000;

const items: readonly (TodoLine & { readonly key: keyof Console['todo'] })[] = [
  {
    key: 'waitingCars',
    label: { zh: '车道等待车辆', en: 'Cars waiting at lanes' },
    tone: 'bad',
    path: '/_cloud_operation/laneMonitor',
    filters: () => ({}),
    access: getLaneBoard.access,
  },
  {
    key: 'newAlarms',
    label: { zh: '未处理过车报警', en: 'New passing alarms' },
    tone: 'bad',
    path: '/_cloud_operation/Alarm_Dispose',
    filters: () => ({ state: 'new' }),
    access: alarmList.access,
  },
  {
    key: 'newDeviceAlarms',
    label: { zh: '未处理设备报警', en: 'New device alarms' },
    tone: 'warn',
    path: '/_cloud_device/Device_Notice',
    filters: () => ({ state: 'new' }),
    access: alarmList.access,
  },
  {
    key: 'openRepairs',
    label: { zh: '待派单与待验收的维修', en: 'Repairs to dispatch or verify' },
    tone: 'warn',
    path: '/_cloud_device/repair',
    filters: () => ({}),
    access: repairList.access,
    isHiddenAtZero: true,
  },
  {
    key: 'openReviews',
    label: { zh: '待我审核', en: 'Requests to decide' },
    tone: 'warn',
    path: '/_cloud_operation/review',
    filters: () => ({ mine: 'decide' }),
    access: reviewList.access,
  },
  {
    key: 'undecidableReviews',
    label: { zh: '无人可审核的申请', en: 'Requests nobody can decide' },
    tone: 'bad',
    path: '/_cloud_operation/review',
    filters: () => ({ mine: 'nobody' }),
    access: handOverReview.access,
    isHiddenAtZero: true,
  },
  {
    key: 'refundsToRedo',
    label: { zh: '退款未成功，待重新退款', en: 'Refunds that failed' },
    tone: 'bad',
    path: '/_cloud_operation/payment',
    filters: () => ({ isToRedo: true }),
    access: paymentList.access,
  },
  {
    key: 'failedInvoices',
    label: { zh: '开票失败，待重试', en: 'Invoices that failed' },
    tone: 'bad',
    path: '/_cloud_operation/invoice',
    filters: () => ({ state: 4 }),
    access: invoiceList.access,
  },
  {
    key: 'unbalancedDays',
    label: { zh: '对账未平的日期', en: 'Days that do not balance' },
    tone: 'bad',
    path: '/_cloud_operation/reconciliation',
    filters: () => ({ isUnbalanced: true }),
    access: channelDayList.access,
  },
  {
    key: 'endingPacks',
    label: { zh: '7天内到期月卡', en: 'Packs ending in 7 days' },
    tone: 'info',
    path: '/_cloud_operation/packManage',
    filters: (at) => ({ state: 'active', validUntilFrom: at, validUntilTo: new Date(at.getTime() + 7 * DAY_MS) }),
    access: pack.can.list,
  },
  {
    key: 'newFeedback',
    label: { zh: '待受理意见反馈', en: 'New feedback' },
    tone: 'warn',
    path: '/_cloud_operation/feedback',
    filters: () => ({ state: 'new' }),
    access: feedbackList.access,
  },
  {
    key: 'uncertainCommands',
    label: { zh: '24小时内开闸结果不确定', en: 'Uncertain barriers, 24 h' },
    tone: 'warn',
    path: '/_cloud_device/command',
    filters: (at) => ({ state: 'uncertain', from: new Date(at.getTime() - DAY_MS) }),
    access: commandList.access,
  },
  {
    key: 'offlineDevices',
    label: { zh: '离线相机', en: 'Cameras offline' },
    tone: 'warn',
    path: '/_cloud_device/camera',
    filters: () => ({ state: 'offline' }),
    access: camera.can.list,
  },
  {
    key: 'offlineBoxes',
    label: { zh: '离线盒子', en: 'Edge boxes offline' },
    tone: 'bad',
    path: '/_cloud_basic/boxManage',
    filters: () => ({ state: 'offline' }),
    access: box.can.list,
  },
  {
    key: 'offlineScreens',
    label: { zh: '离线显示屏', en: 'Screens offline' },
    tone: 'warn',
    path: '/_cloud_device/screen',
    filters: () => ({ state: 'offline' }),
    access: screen.can.list,
    isHiddenAtZero: true,
  },
  {
    key: 'offlineLcds',
    label: { zh: '离线LCD屏', en: 'LCD displays offline' },
    tone: 'warn',
    path: '/_cloud_device/lcd',
    filters: () => ({ state: 'offline' }),
    access: lcd.can.list,
    isHiddenAtZero: true,
  },
  {
    key: 'offlineMagnetics',
    label: { zh: '离线地磁', en: 'Detectors offline' },
    tone: 'warn',
    path: '/_cloud_device/magnetic',
    filters: () => ({ state: 'offline' }),
    access: magnetic.can.list,
    isHiddenAtZero: true,
  },
  {
    key: 'quarantined',
    label: { zh: '待处理设备异常数据', en: 'Messages in quarantine' },
    tone: 'info',
    path: '/_cloud_device/quarantine',
    filters: () => ({ state: 'kept' }),
    access: quarantineList.access,
  },
];

/** Tasks to do; each figure links to the list it counts. */
export function TodoCard({ data, lotId }: { data: Console; lotId: string | null }) {
  const t = useText();
  const { at, todo, moreTodo } = data;
  const more = useSlots(todoLines);
  const lines = [
    ...items.map((line) => ({ ...line, count: todo[line.key] })),
    ...more.map((line) => ({ ...line, count: moreTodo.find((one) => one.key === line.key)?.count ?? 0 })),
  ];
  return (
    <section className="by-card-box console-todo">
      <h2 className="by-card-title">{t({ zh: '待办', en: 'To do' })}</h2>
      <ul>
        {lines
          .filter((one) => !one.isHiddenAtZero || one.count > 0)
          .map(({ key, label, tone, path, filters, access, count }) => (
            <li key={key}>
              <Jump to={listLink(path, { ...filters(at), lotId })} access={access} className="console-todo-item">
                <span className={`by-row by-tone-${count > 0 ? tone : 'neutral'}`}>
                  <span className="by-dot" aria-hidden />
                  {t(label)}
                </span>
                <b className={count > 0 ? 'by-figure' : 'by-figure by-faint'}>{countText(count)}</b>
              </Jump>
            </li>
          ))}
      </ul>
    </section>
  );
}
