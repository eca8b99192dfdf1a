import type { ReportRow } from '@boyun/kernel/contract';
import { can, choicesOf, FieldList, FilterSwitch, type ListContext, ListPage, useText } from '@boyun/kernel/web';
import { SystemAlarmState, systemAlarmKind, systemAlarmList } from './system-alarm.contract.ts';
import './system-alarm.css';

type Row = ReportRow<typeof systemAlarmList>;

/** Faults of the installation, open ones first; a tenant sees those that concern it. */
export default function SystemAlarmPage() {
  const t = useText();
  const isPlatform = can('platform');
  return (
    <ListPage
      source={systemAlarmList}
      columns={[
        'state',
        'name',
        'subject',
        'text',
        ...(isPlatform ? (['tenantName'] as const) : []),
        'raisedAt',
        'lastSeenAt',
        'endedAt',
      ]}
      filters={['text', 'from', 'to']}
      cells={{
        state: { width: 100 },
        name: { width: 190, isGrowing: false, cell: (row) => <b title={row.name}>{t(systemAlarmKind(row.name))}</b> },
        subject: { width: 130, isGrowing: false },
        text: { isGrowing: true, cell: (row) => <span title={row.text}>{row.text}</span> },
        tenantName: { width: 110, isGrowing: false },
        raisedAt: { width: 156 },
        lastSeenAt: { width: 156 },
        endedAt: { width: 156 },
      }}
      toolbar={(context) => <Toolbar context={context} />}
      rowClass={(row) => (row.state === 'open' ? 'is-bad' : undefined)}
      detailTitle={(row) => t(systemAlarmKind(row.name))}
      detail={(row) => (
        <>
          <p className="system-alarm-text">{row.text}</p>
          <FieldList
            fields={systemAlarmList.columns}
            keys={['state', 'name', 'subject', 'tenantName', 'raisedAt', 'lastSeenAt', 'endedAt']}
            row={row}
          />
        </>
      )}
      empty={{
        title: { zh: '一切正常', en: 'All is well' },
        hint: {
          zh: '没有系统报警；磁盘、数据库或后台处理出现故障时会显示在这里',
          en: 'No system alarms. Faults of disks, the database or background work appear here',
        },
      }}
    />
  );
}

function Toolbar({ context }: { context: ListContext<Row> }) {
  const t = useText();
  const totals = context.listing?.totals as { openCount?: number } | undefined;
  const isCalm = totals?.openCount === 0;
  return (
    <>
      <FilterSwitch
        context={context}
        filter="state"
        choices={choicesOf(SystemAlarmState).map((one) =>
          one.value === 'open' ? { ...one, count: totals?.openCount } : one,
        )}
      />
      {isCalm && (
        <span className="by-state by-tone-good" role="status">
          <span className="by-dot" aria-hidden />
          {t({ zh: '一切正常，当前没有未恢复的报警', en: 'All is well: no alarm is open' })}
        </span>
      )}
    </>
  );
}
