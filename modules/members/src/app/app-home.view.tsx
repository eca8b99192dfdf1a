import { parseYuan } from '@boyun/domain/money';
import {
  ConsentBox,
  DriverPlaceholder,
  durationText,
  moneyText,
  PlateChip,
  post,
  timeText,
  useAnswer,
  useNow,
  useText,
} from '@boyun/kernel/web';
import { useEffect, useEffectEvent, useState } from 'react';
import { AppIcon } from './app-icon.view.tsx';
import { driverPost, tenantHere, useDriver } from './driver-call.view.ts';

/** How often a fee is asked for while a car is parked. */
const LOOK_MS = 60_000;

interface StayWire {
  readonly Plate: string;
  readonly LotName: string;
  readonly SpotNumber: string | null;
  readonly AreaName: string | null;
  readonly LaneName: string | null;
  readonly EnteredAt: string;
  readonly TimeZone: string;
  readonly Fee: string;
  readonly Reduced: string;
  readonly Paid: string;
  readonly Due: string;
  readonly GraceUntil: string | null;
  readonly Path: string | null;
  readonly FeeLines: readonly { From: string; To: string; Amount: string; Text: string }[];
}

interface HomeWire {
  readonly Cars: readonly { Id: string; Plate: string; State: string }[];
  readonly Stays: readonly StayWire[];
  readonly Arrears: readonly { Plate: string; Count: number; Sum: string; Path: string | null }[];
  readonly Balance: string | null;
  readonly IsConsentNeeded: boolean;
  readonly UnreadCount: number;
  readonly Menu: readonly { Kind: string; Title: string }[];
}

/** The start of the app: where the cars are, what they owe, and the way to everything else. */
export function HomeView() {
  const [home, problem, refetch] = useDriver<HomeWire>('/api/app/home');
  const look = useEffectEvent(() => void refetch());
  useEffect(() => {
    const timer = setInterval(() => look(), LOOK_MS);
    const back = () => document.visibilityState === 'visible' && look();
    document.addEventListener('visibilitychange', back);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', back);
    };
  }, []);
  if (!home) return <DriverPlaceholder problem={problem} />;
  if (home.IsConsentNeeded) return <NewConsent onDone={refetch} />;
  return (
    <>
      {home.Stays.map((stay) => (
        <Stay key={stay.Plate + stay.EnteredAt} stay={stay} />
      ))}
      {home.Stays.length === 0 && <NoStay cars={home.Cars} />}
      {home.Arrears.map((one) => (
        <Arrears key={one.Plate} owed={one} />
      ))}
      <Menu home={home} />
    </>
  );
}

/** The privacy text was changed: the customer agrees to it anew. */
function NewConsent({ onDone }: { onDone: () => Promise<void> }) {
  const t = useText();
  const [isAgreed, setAgreed] = useState(false);
  const [text, problem] = useAnswer(async () => {
    const { data } = await post('/api/app/get', { Tenant: tenantHere() }, { isQuiet: true });
    return data as { ConsentVersion: number; ConsentText: string };
  }, 'consent');
  if (!text) return <DriverPlaceholder problem={problem} />;
  const agree = async () => {
    await driverPost('/api/app/giveConsent', { ConsentVersion: text.ConsentVersion });
    await onDone();
  };
  return (
    <section className="driver-card">
      <h1>{t({ zh: '隐私政策已更新', en: 'The privacy text has changed' })}</h1>
      <div className="driver-form">
        <ConsentBox text={text.ConsentText} isAgreed={isAgreed} onChange={setAgreed} />
        <button type="button" className="is-main" disabled={!isAgreed} onClick={() => void agree()}>
          {t({ zh: '继续', en: 'Go on' })}
        </button>
      </div>
    </section>
  );
}

function Stay({ stay }: { stay: StayWire }) {
  const t = useText();
  const moment = useNow(30_000);
  const entered = new Date(stay.EnteredAt);
  const dueFen = parseYuan(stay.Due);
  const seconds = (moment.getTime() - entered.getTime()) / 1000;
  return (
    <section className="driver-card app-stay">
      <PlateChip plate={stay.Plate} />
      <p className="driver-lot">
        {[stay.LotName, stay.AreaName, stay.SpotNumber && `${t({ zh: '车位', en: 'Spot' })} ${stay.SpotNumber}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="app-due">
        <small>¥</small>
        {moneyText(dueFen)}
      </p>
      <p className="app-since">
        {t(
          stay.LaneName
            ? { zh: '{at} 从{lane}入场，已停 {long}', en: 'Entered {at} at {lane}, {long}' }
            : { zh: '{at} 入场，已停 {long}', en: 'Since {at}, {long}' },
          { at: timeText(entered, 'minute', stay.TimeZone), long: durationText(seconds), lane: stay.LaneName ?? '' },
        )}
      </p>
      {stay.FeeLines.length > 0 && (
        <details className="app-lines">
          <summary>{t({ zh: '计费明细', en: 'How it is charged' })}</summary>
          <ul>
            {stay.FeeLines.map((line) => (
              <li key={line.From + line.Text}>
                <span>{line.Text}</span>
                <b>{moneyText(parseYuan(line.Amount))}</b>
              </li>
            ))}
            {parseYuan(stay.Reduced) > 0 && (
              <li>
                <span>{t({ zh: '优惠', en: 'Reductions' })}</span>
                <b>-{moneyText(parseYuan(stay.Reduced))}</b>
              </li>
            )}
            {parseYuan(stay.Paid) > 0 && (
              <li>
                <span>{t({ zh: '已付', en: 'Paid' })}</span>
                <b>-{moneyText(parseYuan(stay.Paid))}</b>
              </li>
            )}
          </ul>
        </details>
      )}
      {stay.Path && (
        <a className="app-main" href={stay.Path}>
          {dueFen > 0 ? t({ zh: '去缴费', en: 'Pay now' }) : t({ zh: '查看详情', en: 'Details' })}
        </a>
      )}
    </section>
  );
}

function NoStay({ cars }: { cars: HomeWire['Cars'] }) {
  const t = useText();
  const isCertified = cars.some((one) => one.State === 'certified');
  const words = isCertified
    ? { zh: '您的车现在不在场内', en: 'None of your cars is parked with us now' }
    : cars.length > 0
      ? { zh: '车辆认证后，这里显示停在哪里和费用', en: 'Certify a car to see here where it is and what it costs' }
      : { zh: '添加您的车辆，查看停车费用', en: 'Add your car to see what its parking costs' };
  return (
    <section className="driver-card app-none">
      <AppIcon name="cars" />
      <p>{t(words)}</p>
      {!isCertified && (
        <a className="app-main" href="#/cars">
          {cars.length > 0 ? t({ zh: '去认证', en: 'Certify' }) : t({ zh: '添加车辆', en: 'Add a car' })}
        </a>
      )}
    </section>
  );
}

function Arrears({ owed }: { owed: HomeWire['Arrears'][number] }) {
  const t = useText();
  return (
    <section className="app-arrears" role="status">
      <span>
        {t(
          { zh: '{plate} 有 {n} 笔欠费，共 ¥{yuan}', en: '{plate} owes ¥{yuan} for {n} stays' },
          { plate: owed.Plate, n: owed.Count, yuan: moneyText(parseYuan(owed.Sum)) },
        )}
      </span>
      {owed.Path && <a href={owed.Path}>{t({ zh: '补缴', en: 'Pay' })}</a>}
    </section>
  );
}

function Menu({ home }: { home: HomeWire }) {
  const t = useText();
  const entry = (key: string, href: string, title: string, mark: string | null = null) => (
    <a key={key} href={href}>
      <AppIcon name={key} />
      <span>{title}</span>
      {mark && <em>{mark}</em>}
    </a>
  );
  const markOf = (kind: string) => {
    if (kind === 'wallet' && home.Balance) return `¥${moneyText(parseYuan(home.Balance))}`;
    return kind === 'message' && home.UnreadCount > 0 ? String(home.UnreadCount) : null;
  };
  return (
    <nav className="app-menu" aria-label={t({ zh: '功能', en: 'Menu' })}>
      {entry('cars', '#/cars', t({ zh: '我的车辆', en: 'My cars' }))}
      {home.Menu.map(({ Kind, Title }) => entry(Kind, `#/of/${Kind}`, Title, markOf(Kind)))}
      {entry('account', '#/account', t({ zh: '我的账号', en: 'My account' }))}
    </nav>
  );
}
