import { AlarmKind, AlarmSeverity } from '@boyun/alarms/contract';
import { Plate, timeText, useText } from '@boyun/kernel/web';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { WallData } from './wall-data.view.ts';

type Alarm = WallData['alarms'][number];

/** How long an alarm is on the stage, and how many wait for it. */
const SHOWN_MS = 9000;
const MOST_WAITING = 4;

/** New alarms take the middle of the screen for some seconds, one after the other, and leave; older ones than the screen never do. */
export function AlarmStage({ alarms, zone }: { alarms: readonly Alarm[]; zone: string }) {
  const t = useText();
  const known = useRef<ReadonlySet<string> | null>(null);
  const [queue, setQueue] = useState<readonly Alarm[]>([]);
  useEffect(() => {
    const before = known.current;
    known.current = new Set(alarms.map((one) => one.id));
    if (!before) return;
    const fresh = alarms.filter((one) => !before.has(one.id)).toReversed();
    if (fresh.length > 0) setQueue((last) => [...last, ...fresh].slice(0, MOST_WAITING));
  }, [alarms]);
  const shown = queue[0];
  const shownId = shown?.id;
  useEffect(() => {
    if (!shownId) return;
    const timer = setTimeout(() => setQueue((last) => last.slice(1)), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shownId]);
  if (!shown) return null;
  return (
    <aside key={shown.id} className="wall-alarm" role="alert">
      <TriangleAlert aria-hidden />
      <div>
        <p className="wall-alarm-kind">{t(AlarmKind[shown.kind])}</p>
        <p>
          {[shown.lotName, shown.laneName].filter(Boolean).join(' · ')}
          <time className="by-figure">{timeText(shown.at, 'clock', zone)}</time>
        </p>
      </div>
      {shown.plate && <Plate text={shown.plate} size="large" isPlain />}
      <span className="wall-alarm-severity">{t(AlarmSeverity[shown.severity])}</span>
    </aside>
  );
}
