import './report-hub.css';
import { can, ResourcePage, useAddressWord, useText } from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { reportRecipient } from '../schedule/report-recipient.contract.ts';
import { scheduleList } from '../schedule/report-schedule.contract.ts';
import { Runs } from '../schedule/runs.view.tsx';
import { Schedules } from '../schedule/schedules.view.tsx';
import { ReportShelf } from './report-shelf.view.tsx';

const TABS = {
  reports: { zh: '全部报表', en: 'All reports' },
  schedules: { zh: '定时报表', en: 'Scheduled' },
  runs: { zh: '发送记录', en: 'Sent' },
  recipients: { zh: '收件人', en: 'Recipients' },
} as const;
type Tab = keyof typeof TABS;

const mayOpen = (tab: Tab) =>
  tab === 'reports' || can(tab === 'recipients' ? reportRecipient.can.list : scheduleList.access);

/** All reports the user may see, those that are sent by themselves, and what was sent. */
export default function ReportHubPage() {
  const t = useText();
  const [word, setWord] = useAddressWord('tab');
  const shown = (Object.keys(TABS) as Tab[]).filter(mayOpen);
  const tab = shown.find((one) => one === word) ?? 'reports';
  return (
    <div className="report-hub">
      {shown.length > 1 && (
        <nav className="report-hub-tabs" aria-label={t({ zh: '报表中心', en: 'Report hub' })}>
          <Segmented<Tab>
            value={tab}
            options={shown.map((one) => ({ value: one, label: t(TABS[one]) }))}
            onChange={(next) => setWord(next === 'reports' ? null : next)}
          />
        </nav>
      )}
      {tab === 'reports' && <ReportShelf />}
      {tab === 'schedules' && <Schedules />}
      {tab === 'runs' && <Runs />}
      {tab === 'recipients' && <ResourcePage of={reportRecipient} />}
    </div>
  );
}
