import './share.css';
import { unknownVehicleKind, usualVehicleKinds, vehicleKindWords } from '@boyun/domain/vehicle-kind';
import type { Label, Output } from '@boyun/kernel/contract';
import { countText, listLink, moneyText, shareText, useText } from '@boyun/kernel/web';
import { readPayWay } from '@boyun/money/contract';
import { paymentList } from '@boyun/payments/contract';
import type { ReactNode } from 'react';
import { carFlow } from '../car-flow/car-flow.contract.ts';
import type { getConsole } from './console.contract.ts';
import { Jump } from './jump.view.tsx';

type Console = Output<typeof getConsole>;

interface Part {
  readonly key: string;
  /** Names the colour: `console-part-<look>`. */
  readonly look: string;
  readonly label: ReactNode;
  readonly size: number;
  readonly figures: ReactNode;
}

/** Today's revenue by payment channel, and entries by kind of car. */
export function Shares({ data, lotId }: { data: Console; lotId: string | null }) {
  const t = useText();
  const channels = data.channels.map(({ channel, amountFen, count }, index) => ({
    key: channel,
    look: `channel-${index % 4}`,
    size: amountFen,
    label: <Way way={channel} from={data.dayStart} lotId={lotId} />,
    figures: (
      <>
        <span className="by-faint by-figure">{t({ zh: '{n}笔', en: '{n}×' }, { n: countText(count) })}</span>
        <span className="by-figure">{moneyText(amountFen)}</span>
      </>
    ),
  }));
  const kinds = data.vehicleKinds.map(({ vehicleKind, count }) => ({
    key: vehicleKind ?? '',
    look: `kind-${vehicleKind === null ? 'unknown' : vehicleKind in usualVehicleKinds ? vehicleKind : 'other'}`,
    size: count,
    label: (
      <Jump
        to={listLink('/reportData/Operation_CarFlow', { tab: 'kind', lotId, from: data.dayStart })}
        access={carFlow.access}
      >
        {t(vehicleKind === null ? unknownVehicleKind : vehicleKindWords(vehicleKind))}
      </Jump>
    ),
    figures: <span className="by-figure">{t({ zh: '{n}辆', en: '{n}' }, { n: countText(count) })}</span>,
  }));
  return (
    <section className="by-card-box console-shares">
      <h2 className="by-card-title">{t({ zh: '今日构成', en: 'Today by share' })}</h2>
      <Bar
        title={{ zh: '支付方式', en: 'Payment methods' }}
        parts={channels}
        none={{ zh: '今日还没有收款', en: 'Nothing received yet' }}
      />
      <Bar
        isSplit
        title={{ zh: '入场车型', en: 'Vehicle kinds entering' }}
        parts={kinds}
        none={{ zh: '今日还没有入场', en: 'No entries yet' }}
      />
    </section>
  );
}

/** `isSplit`: the legend has two columns. */
function Bar({
  title,
  parts,
  none,
  isSplit,
}: {
  title: Label;
  parts: readonly Part[];
  none: Label;
  isSplit?: boolean;
}) {
  const t = useText();
  // Refunds may exceed payments; a negative amount has no share.
  const whole = parts.reduce((sum, one) => sum + Math.max(0, one.size), 0);
  return (
    <div className="console-share">
      <h3>{t(title)}</h3>
      {parts.every((one) => one.size === 0) ? (
        <p className="by-faint by-small">{t(none)}</p>
      ) : (
        <>
          <div className="console-stack" aria-hidden>
            {parts.map(({ key, look, size }) => (
              <span key={key} className={`console-part-${look}`} style={{ flexGrow: Math.max(0, size) }} />
            ))}
          </div>
          <ul className={isSplit ? 'is-split' : undefined}>
            {parts.map(({ key, look, label, size, figures }) => (
              <li key={key}>
                <span className={`console-swatch console-part-${look}`} aria-hidden />
                <span className="by-grow">{label}</span>
                {figures}
                <b className="by-figure">{size < 0 ? '—' : shareText(size / whole)}</b>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** How money came in, with a link to its payments. */
function Way({ way, from, lotId }: { way: string; from: Console['dayStart']; lotId: string | null }) {
  const t = useText();
  const { channel, scene, ...label } = readPayWay(way);
  const filters = { lotId, from, state: 'succeeded', channel, ...(scene ? { scene } : {}) };
  return (
    <Jump to={listLink('/_cloud_operation/payment', filters)} access={paymentList.access}>
      {t(label)}
    </Jump>
  );
}
