import type { ReportRow } from '@boyun/kernel/contract';
import { FieldList, listLink, Plate, StateDot, TimeText, useText, ZoomPicture } from '@boyun/kernel/web';
import { Link } from 'react-router';
import { AlarmKind, AlarmSeverity, AlarmState, alarmList } from './alarm.contract.ts';
import './alarm-dispose.css';

/** One alarm with picture, description, links and history. */
export function AlarmDetail({ row }: { row: ReportRow<typeof alarmList> }) {
  const t = useText();
  const isClosed = row.state === 'handled' || row.state === 'false-alarm';
  return (
    <div className="alarm-detail">
      <div className="alarm-head">
        {row.plate && <Plate text={row.plate} size="large" />}
        <div>
          <StateDot tone={AlarmSeverity[row.severity].tone} label={AlarmSeverity[row.severity]} />
        </div>
      </div>
      <p className="alarm-text">{row.description}</p>
      {row.picture && <ZoomPicture address={row.picture} label={AlarmKind[row.kind]} size="fill" />}
      <p className="alarm-links">
        {row.orderId && (
          <Link to={`/_cloud_operation/order?orderId=${row.orderId}`}>
            {t({ zh: '查看订单', en: 'See the order' })}
          </Link>
        )}
        {row.plate && (
          <Link to={listLink('/_cloud_operation/passRecord', { plate: row.plate })}>
            {t({ zh: '该车过车记录', en: 'Passings of this car' })}
          </Link>
        )}
        {row.laneId && row.lotId && (
          <Link to={listLink('/_cloud_operation/laneMonitor', { lotId: row.lotId })}>
            {t({ zh: '车道监控', en: 'Lane monitor' })}
          </Link>
        )}
      </p>
      <FieldList
        fields={alarmList.columns}
        keys={[
          'kind',
          'raisedAt',
          'lotId',
          'laneId',
          ...(row.deviceName ? (['deviceKind', 'deviceName', 'seenCount', 'lastRaisedAt'] as const) : []),
          ...(row.snoozedUntil ? (['snoozedUntil', 'snoozedByName'] as const) : []),
        ]}
        row={row}
      />
      <ol className="alarm-steps">
        <li className="by-tone-bad">
          <span className="by-dot" aria-hidden="true" />
          <span>{t({ zh: '报警', en: 'Raised' })}</span>
          <TimeText at={row.raisedAt} />
        </li>
        <li className={row.claimedAt ? 'by-tone-warn' : 'is-open'}>
          <span className="by-dot" aria-hidden="true" />
          <span>
            {row.claimedByName
              ? t({ zh: '{name} 认领', en: 'Claimed by {name}' }, { name: row.claimedByName })
              : t({ zh: '等待认领', en: 'Not claimed yet' })}
          </span>
          {row.claimedAt && <TimeText at={row.claimedAt} />}
        </li>
        <li className={isClosed ? `by-tone-${AlarmState[row.state].tone}` : 'is-open'}>
          <span className="by-dot" aria-hidden="true" />
          <span>
            {t(isClosed ? AlarmState[row.state] : { zh: '待处理', en: 'Not closed yet' })}
            {row.note && <q>{row.note}</q>}
          </span>
          {row.closedAt && <TimeText at={row.closedAt} />}
        </li>
      </ol>
    </div>
  );
}
