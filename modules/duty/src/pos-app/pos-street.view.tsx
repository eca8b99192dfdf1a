import { parseYuan } from '@boyun/domain/money';
import {
  AnswerOrder,
  DriverPlaceholder,
  durationText,
  moneyText,
  refusalText,
  timeText,
  useNow,
  useText,
} from '@boyun/kernel/web';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { accountHere, isUnreachable, leave, posPost } from './pos-call.view.ts';
import { ClockIn, ClockOut } from './pos-clock.view.tsx';
import { flush, forgetRefused, refusedActs } from './pos-queue.view.ts';
import { keep, kept, type RefusedAct, type WaitingAct, waitingActs } from './pos-store.view.ts';
import type { PosWire, SpotWire } from './pos-wire.view.ts';

const SpotView = /* @__PURE__ */ lazy(() => import('./pos-spot.view.tsx'));
const LOOK_MS = 15_000;

/** The street with what was done and not yet sent laid over what the server last said. */
function withWaiting(spots: readonly SpotWire[], waiting: readonly WaitingAct[]): readonly SpotWire[] {
  const shown = new Map(spots.map((one) => [one.SpotId, one]));
  const of = (act: WaitingAct) =>
    [...shown.values()].find(
      (one) =>
        (act.orderId && one.OrderId === act.orderId) || (act.entryClientId && one.EntryClientId === act.entryClientId),
    );
  for (const act of waiting) {
    const spot = act.kind === 'enter' ? shown.get(act.spotId ?? '') : of(act);
    if (!spot) continue;
    if (act.kind === 'enter')
      shown.set(spot.SpotId, {
        ...spot,
        State: 'taken',
        Plate: act.plate,
        EnteredAt: act.at,
        Due: '0.00',
        EntryClientId: act.clientId,
      });
    if (act.kind === 'leave')
      shown.set(spot.SpotId, {
        SpotId: spot.SpotId,
        Number: spot.Number,
        State: 'free',
        OrderId: null,
        Plate: null,
        EnteredAt: null,
        Due: '0.00',
      });
    if (act.kind === 'cash')
      shown.set(spot.SpotId, {
        ...spot,
        Due: moneyText(Math.max(0, parseYuan(spot.Due) - parseYuan(act.cash ?? '0'))),
      });
  }
  return [...shown.values()];
}

interface Street {
  readonly pos: PosWire | null;
  readonly waiting: readonly WaitingAct[];
  readonly refused: readonly RefusedAct[];
  readonly isOffline: boolean;
  readonly problem: string | null;
  /** Asks again after something was done. */
  readonly look: () => Promise<void>;
}

/** The charge of the phone in percent; null where the browser does not tell. */
async function batteryHere(): Promise<number | null> {
  const { getBattery } = navigator as { getBattery?: () => Promise<{ readonly level: number }> };
  const battery = await getBattery?.call(navigator).catch(() => null);
  return battery ? Math.round(battery.level * 100) : null;
}

/** What the server last said, kept in the phone, and what waits to be sent; looked at again all the time. */
function useStreet(lotId: string | null): Street {
  const [pos, setPos] = useState<PosWire | null>(null);
  const [waiting, setWaiting] = useState<readonly WaitingAct[]>([]);
  const [refused, setRefused] = useState<readonly RefusedAct[]>([]);
  const [isOffline, setOffline] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [order] = useState(() => new AnswerOrder());
  const ask = useCallback(
    async (isOther: boolean) => {
      const isNews = order.ask(isOther);
      const key = `street-${accountHere()}`;
      const show = async () => {
        setWaiting((await waitingActs()).map(([, one]) => one));
        setRefused(await refusedActs());
      };
      await show();
      try {
        const QueueLength = await flush();
        const said = await posPost<PosWire>('/api/pos/get', {
          LotId: lotId,
          QueueLength,
          BatteryPercent: await batteryHere(),
        });
        // What was said before the last act, or of the street before, is not shown any more.
        if (isNews()) {
          await keep(key, said);
          setPos(said);
          setOffline(false);
          setProblem(null);
        }
      } catch (error) {
        if (isNews()) {
          setOffline(isUnreachable(error));
          if (isUnreachable(error)) setPos((await kept<PosWire>(key)) ?? null);
          else setProblem(refusalText(error));
        }
      }
      await show();
    },
    [lotId, order],
  );
  const look = useCallback(() => ask(true), [ask]);
  useEffect(() => {
    void look();
    const again = () => void ask(false);
    const timer = setInterval(again, LOOK_MS);
    for (const name of ['online', 'offline', 'pos-queued']) addEventListener(name, again);
    return () => {
      clearInterval(timer);
      for (const name of ['online', 'offline', 'pos-queued']) removeEventListener(name, again);
    };
  }, [look, ask]);
  return { pos, waiting, refused, isOffline, problem, look };
}

/** The collector's street: clocking in, the spots, and what waits to be sent. */
export default function StreetView() {
  const t = useText();
  const [lotId, setLot] = useState<string | null>(null);
  const { pos, waiting, refused, isOffline, problem, look } = useStreet(lotId);
  const [chosen, setChosen] = useState<string | null>(null);
  if (!pos)
    return (
      <DriverPlaceholder problem={problem}>
        <button type="button" className="pos-plain" onClick={leave}>
          {t({ zh: '换账号登录', en: 'Sign in as somebody else' })}
        </button>
      </DriverPlaceholder>
    );
  if (!pos.SignedInAt || !pos.IsClaimed) return <ClockIn pos={pos} isOffline={isOffline} onDone={look} />;
  const spots = withWaiting(pos.Spots, waiting);
  const spot = spots.find((one) => one.SpotId === chosen);
  const taken = spots.filter((one) => one.State === 'taken').length;
  return (
    <>
      <header className="pos-head">
        <span>
          <b>{pos.Collector}</b>
          <small>
            {pos.DeviceNo} · {t({ zh: '今日现金', en: 'Cash today' })} ¥{pos.Cash}
          </small>
        </span>
        <em className={isOffline ? 'is-off' : 'is-on'} role="status">
          {isOffline ? t({ zh: '离线', en: 'Offline' }) : t({ zh: '在线', en: 'Online' })}
          {waiting.length > 0 && ` · ${t({ zh: '待上传 {n}', en: '{n} to send' }, { n: waiting.length })}`}
        </em>
      </header>
      {problem && (
        <p className="by-issue" role="alert">
          {problem}
        </p>
      )}
      {refused.length > 0 && <Refused all={refused} onSeen={() => void forgetRefused().then(look)} />}
      <div className="pos-bar">
        <select
          aria-label={t({ zh: '路段', en: 'Street' })}
          value={pos.LotId ?? ''}
          disabled={isOffline}
          onChange={(event) => setLot((event.target as HTMLSelectElement).value)}
        >
          {pos.Lots.map((one) => (
            <option key={one.LotId} value={one.LotId}>
              {one.Name}
            </option>
          ))}
        </select>
        <span>{t({ zh: '占用 {a} / {b}', en: '{a} of {b} taken' }, { a: taken, b: spots.length })}</span>
        <button type="button" disabled={isOffline} onClick={() => setChosen('search')}>
          {t({ zh: '查车牌', en: 'Plate' })}
        </button>
      </div>
      <div className="pos-spots">
        {spots.map((one) => (
          <SpotButton key={one.SpotId} spot={one} onChoose={() => setChosen(one.SpotId)} />
        ))}
      </div>
      <ClockOut onDone={look} isOffline={isOffline} hasWaiting={waiting.length > 0} />
      <Suspense fallback={null}>
        {(spot || chosen === 'search') && (
          <SpotView
            key={chosen}
            spot={spot ?? null}
            canCollect={pos.CanCollect}
            isOffline={isOffline}
            onClose={() => setChosen(null)}
            onDone={look}
          />
        )}
      </Suspense>
    </>
  );
}

function SpotButton({ spot, onChoose }: { spot: SpotWire; onChoose: () => void }) {
  const t = useText();
  const moment = useNow(30_000);
  const since = spot.EnteredAt && (moment.getTime() - new Date(spot.EnteredAt).getTime()) / 1000;
  return (
    <button type="button" className={`pos-spot is-${spot.State}`} disabled={spot.State === 'closed'} onClick={onChoose}>
      <b>{spot.Number}</b>
      {spot.Plate ? (
        <>
          <strong>{spot.Plate}</strong>
          <small>
            {durationText(Math.max(0, Number(since)))}
            <i>{spot.EntryClientId ? t({ zh: '待上传', en: 'to send' }) : `¥${spot.Due}`}</i>
          </small>
        </>
      ) : (
        <small>{spot.State === 'closed' ? t({ zh: '停用', en: 'Out of use' }) : t({ zh: '空闲', en: 'Free' })}</small>
      )}
    </button>
  );
}

function Refused({ all, onSeen }: { all: readonly RefusedAct[]; onSeen: () => void }) {
  const t = useText();
  return (
    <section className="pos-refused" role="alert">
      <b>{t({ zh: '未能入账，请告知管理员', en: 'Could not be booked: tell your administrator' })}</b>
      <ul>
        {all.map(({ act, reason }) => (
          <li key={act.clientId}>
            {timeText(new Date(act.at), 'minute')} {act.plate} {act.cash && `¥${act.cash}`} · {reason}
          </li>
        ))}
      </ul>
      <button type="button" onClick={onSeen}>
        {t({ zh: '知道了', en: 'Noted' })}
      </button>
    </section>
  );
}
