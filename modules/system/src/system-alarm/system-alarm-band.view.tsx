import { TimeText, useText } from '@boyun/kernel/web';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { useOpenSystemAlarms } from './open-alarms.view.ts';
import { SYSTEM_ALARM_PATH, systemAlarmKind, systemAlarmList } from './system-alarm.contract.ts';
import './system-alarm.css';

const SHOWN = 5;

/** The open system alarms with their texts, shown above other pages; empty where there are none. */
export default function SystemAlarmBand() {
  const t = useText();
  const open = useOpenSystemAlarms();
  if (!open || open.alarms.length === 0) return null;
  return (
    <section className="by-card-box system-alarm-band" role="alert">
      <TriangleAlert aria-hidden />
      <ul className="by-grow">
        {open.alarms.slice(0, SHOWN).map((one) => (
          <li key={one.id}>
            <b>{t(systemAlarmKind(one.name))}</b> {one.text}{' '}
            <span className="by-faint by-small">
              <TimeText at={one.raisedAt} style="minute" />
            </span>
          </li>
        ))}
      </ul>
      <Link to={SYSTEM_ALARM_PATH}>
        {t(systemAlarmList.title)} ({open.openCount})
      </Link>
    </section>
  );
}
