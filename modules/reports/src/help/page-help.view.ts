import type { PageHelps } from '@boyun/kernel/web';
import { RunState, ScheduleState } from '../schedule/report-schedule.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  reportHub: {
    purpose: {
      zh: '您能看到的全部报表、收藏和常用视图，以及定时发送的报表。',
      en: 'All reports you may see, your favourites and saved views, and reports that are sent by themselves.',
    },
    steps: [
      {
        zh: '“常用报表”直接打开日收入、月收入、交接班、账龄和免费放行稽核。',
        en: '"Ready-made" opens daily and monthly income, hand-over, ageing and the audit of what passed free.',
      },
      {
        zh: '在报表页面设好筛选条件，点“定时发送”，选择每天、每周或每月，以及数据范围和收件人。',
        en: 'Set the filters on a report and press "Schedule": choose how often, which days and who receives it.',
      },
      {
        zh: '点数字打开它统计的明细；点“对比”在每行下面显示上一周期或去年同期，导出的文件也带对比列。',
        en: 'Press a figure for its rows. "Compare" shows the period before or the year before below each row; files have it as columns.',
      },
      {
        zh: '收件人由管理员登记；文件按您的权限导出，附在邮件里或以7天有效的链接发送。',
        en: 'Administrators keep the recipients. The file is exported with your rights, and attached or sent as a link valid for 7 days.',
      },
      {
        zh: '每次发送都是任务中心里的一个任务，“发送记录”里可以看到每个邮件是否送达、再次下载文件，或停止还没生成完的文件。',
        en: 'Each run is a task of the task centre; "Sent" tells whether its mails arrived, keeps its file, and stops a run whose file is not ready.',
      },
    ],
    states: [
      { state: ScheduleState.active, means: { zh: '到时间自动发送', en: 'Sent at its time' } },
      {
        state: ScheduleState.paused,
        means: {
          zh: '手动暂停，或所有人停用、失去权限、没有可用收件人',
          en: 'By hand, or because its owner left, lost the right, or no recipient is in use',
        },
      },
      { state: RunState.failed, means: { zh: '任务失败或被取消', en: 'The task failed or was cancelled' } },
    ],
  },
  composedReport: {
    purpose: {
      zh: '自己组合报表：选择数据、指标和维度，可与上一周期或去年同期对比。',
      en: 'Your own reports: choose data, measures and dimensions, compared with the period or the year before.',
    },
    steps: [
      {
        zh: '“停车”按离场时间统计，“收款与退款”按到账时间；与控制台、运营报表和账簿来自同一批数据。',
        en: 'Stays count when cars leave, payments when money arrives: the same data as the console, the statements and the ledger.',
      },
      {
        zh: '点一行可查看它所统计的订单、支付或过车记录。',
        en: 'Click a row to see the orders, payments or passings it counts.',
      },
      {
        zh: '保存后可导出、打印和定时发送；选择角色后，这些角色的账号也能查看，但只看到自己车场的数据。',
        en: 'A saved report can be exported, printed and scheduled. Accounts of the chosen roles may open it, each with the data of their own lots.',
      },
    ],
  },
};

export default helps;
