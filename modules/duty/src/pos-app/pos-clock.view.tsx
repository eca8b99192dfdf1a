import { refusalText, useOneCall, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { leave, posPost } from './pos-call.view.ts';
import type { PosWire } from './pos-wire.view.ts';

/** Where the phone is, in degrees; null where it does not say. */
const position = () =>
  new Promise<string | null>((done) => {
    if (!navigator.geolocation) return done(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => done(`${coords.latitude.toFixed(5)}, ${coords.longitude.toFixed(5)}`),
      () => done(null),
      { timeout: 5000, maximumAge: 60_000 },
    );
  });

/** Clocking in: on which street, and where the collector is. */
export function ClockIn({ pos, isOffline, onDone }: { pos: PosWire; isOffline: boolean; onDone: () => Promise<void> }) {
  const t = useText();
  const [lotId, setLot] = useState(pos.LotId ?? '');
  const [place, setPlace] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, run] = useOneCall();
  const enter = () =>
    run(async () => {
      setProblem(null);
      try {
        const at = place.trim() || (await position());
        await posPost('/api/pos/signIn', { LotId: lotId, Place: at });
        await onDone();
      } catch (error) {
        setProblem(refusalText(error));
      }
    });
  return (
    <section className="driver-card">
      <h1 className="pos-title">{t({ zh: '{name}，请签到', en: '{name}, clock in' }, { name: pos.Collector })}</h1>
      <form
        className="driver-form"
        onSubmit={(event) => {
          event.preventDefault();
          void enter();
        }}
      >
        <label>
          {t({ zh: '路段', en: 'Street' })}
          <select value={lotId} onChange={(event) => setLot((event.target as HTMLSelectElement).value)}>
            {pos.Lots.map((one) => (
              <option key={one.LotId} value={one.LotId}>
                {one.Name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t({ zh: '地点（不填则记录定位）', en: 'Place (the position of the phone if empty)' })}
          <input value={place} maxLength={128} onChange={(event) => setPlace(event.target.value)} />
        </label>
        <DriverProblemOf
          words={problem ?? (isOffline ? t({ zh: '离线时不能签到', en: 'No clocking in without a network' }) : null)}
        />
        <button type="submit" className="is-main" disabled={isBusy || isOffline || !lotId}>
          {t({ zh: '签到', en: 'Clock in' })}
        </button>
        <button type="button" onClick={leave}>
          {t({ zh: '退出登录', en: 'Sign out' })}
        </button>
      </form>
    </section>
  );
}

function DriverProblemOf({ words }: { words: string | null }) {
  return (
    words && (
      <p className="by-issue" role="alert">
        {words}
      </p>
    )
  );
}

/** Clocking out, once everything is sent. */
export function ClockOut({
  isOffline,
  hasWaiting,
  onDone,
}: {
  isOffline: boolean;
  hasWaiting: boolean;
  onDone: () => Promise<void>;
}) {
  const t = useText();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, run] = useOneCall();
  const go = () =>
    run(async () => {
      if (!confirm(t({ zh: '确定签退？', en: 'Clock out?' }))) return;
      try {
        await posPost('/api/pos/signOut', { Place: await position() });
        await onDone();
      } catch (error) {
        setProblem(refusalText(error));
      }
    });
  return (
    <div className="pos-out">
      <DriverProblemOf words={problem} />
      <button
        type="button"
        className="pos-plain"
        disabled={isBusy || isOffline || hasWaiting}
        onClick={() => void go()}
      >
        {hasWaiting
          ? t({ zh: '签退（先上传完记录）', en: 'Clock out (once all is sent)' })
          : t({ zh: '签退', en: 'Clock out' })}
      </button>
    </div>
  );
}
