import type { ReportRow } from '@boyun/kernel/contract';
import { ActButton, type CellSlots, call, ListPage, now, TimeText, useText } from '@boyun/kernel/web';
import { NOT_OWN, runList, scheduleRefusal, stopRun } from './report-schedule.contract.ts';

type Row = ReportRow<typeof runList>;

const CELLS: CellSlots<Row> = {
  at: { width: 130, cell: (row) => <TimeText at={row.at} style="minute" /> },
  name: { width: 150, isGrowing: true },
  reportTitle: { width: 120 },
  state: { width: 90 },
  mailState: { width: 110 },
  rowCount: { width: 70 },
  fileName: { width: 210, isGrowing: true, cell: (row) => <FileLink row={row} /> },
  delivery: { width: 130 },
  recipients: { width: 150 },
  expiresAt: { width: 130, cell: (row) => <TimeText at={row.expiresAt} style="minute" /> },
};

function FileLink({ row }: { row: Row }) {
  const t = useText();
  if (row.error && !row.url) return <span className="by-tone-bad">{row.error}</span>;
  if (row.url) return <a href={row.url}>{row.fileName}</a>;
  const isGone = row.fileName && row.expiresAt && row.expiresAt < now();
  return (
    <span className="by-faint">
      {row.fileName}
      {isGone && ` · ${t({ zh: '已过期', en: 'expired' })}`}
    </span>
  );
}

/** What was sent, with the files as long as they are kept. */
export function Runs() {
  const t = useText();
  return (
    <ListPage
      source={runList}
      columns={[
        'at',
        'name',
        'reportTitle',
        'state',
        'mailState',
        'rowCount',
        'fileName',
        'delivery',
        'recipients',
        'expiresAt',
      ]}
      cells={CELLS}
      filters={['state', 'from', 'to']}
      actsWidth={90}
      rowActs={(row, { refresh }) => (
        <ActButton
          type="link"
          access={stopRun.access}
          disabledReason={row.isOwn ? (row.state === 'running' ? null : scheduleRefusal.ended) : NOT_OWN}
          onAct={async () => {
            await call(stopRun, { runId: row.id });
            await refresh();
          }}
        >
          {t({ zh: '停止', en: 'Stop' })}
        </ActButton>
      )}
      empty={{
        title: { zh: '还没有发送记录', en: 'Nothing was sent yet' },
        hint: {
          zh: '定时报表每次发送后，文件和收件人会出现在这里',
          en: 'Files and recipients of each run appear here',
        },
      }}
    />
  );
}
