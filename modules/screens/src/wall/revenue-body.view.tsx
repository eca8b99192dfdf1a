import { countText, moneyText, shareText, timeText, useText } from '@boyun/kernel/web';
import { readPayWay } from '@boyun/money/contract';
import { CloseChart } from './close-chart.view.tsx';
import { CountUp } from './count-up.view.tsx';
import type { BodyProps, WallData, WallSlow } from './wall-data.view.ts';
import { Bars, Part, Ring, Versus } from './wall-part.view.tsx';

const yuan = (amountFen: number) => countText(Math.round(amountFen / 100));
const RANKED = 6;

/** V2: what was received, against the target, by channel and lot, and where the day will close. */
export default function RevenueBody({ data, slow }: BodyProps) {
  const t = useText();
  const shows = (card: WallData['cards'][number]) => data.cards.includes(card);
  const { today, yesterday } = data;
  const close = slow?.close ?? null;
  return (
    <div className="wall-grid-v2">
      <div className="wall-column">
        {shows('month') && slow && <MonthPart month={slow.month} />}
        {shows('days') && slow && <DaysPart days={slow.days} zone={data.zone} />}
      </div>
      <div className="wall-column">
        {shows('money') && (
          <Part title={{ zh: '今日实收（元）', en: 'Received today (¥)' }} className="wall-giant">
            <CountUp value={today.receivedFen} write={moneyText} />
            <Versus now={today.receivedFen} then={yesterday.receivedFen} />
          </Part>
        )}
        {shows('forecast') && (
          <Part
            title={{ zh: '今日累计与收盘预测', en: 'Today, and where it will close' }}
            note={
              close
                ? t({ zh: '平均误差 ¥{error}', en: 'mean error ¥{error}' }, { error: yuan(close.errorFen) })
                : undefined
            }
            className="wall-grow"
          >
            {slow && <CloseChart data={data} close={close} />}
          </Part>
        )}
      </div>
      <div className="wall-column">
        {shows('channels') && (
          <Part title={{ zh: '支付方式', en: 'Payment methods' }} className="wall-grow">
            <Bars
              rows={data.channels.slice(0, RANKED).map((one) => ({
                key: one.channel,
                name: t(readPayWay(one.channel)),
                value: one.amountFen,
              }))}
              write={yuan}
              empty={{ zh: '今日还没有收款', en: 'Nothing received yet today' }}
            />
          </Part>
        )}
        <Structure today={today} />
        {shows('ranking') && (
          <Part title={{ zh: '车场实收', en: 'Received by lot' }} className="wall-grow">
            <Bars
              rows={data.lots
                .toSorted((a, b) => b.receivedFen - a.receivedFen)
                .slice(0, RANKED)
                .map((one) => ({ key: one.id, name: one.name, value: one.receivedFen }))}
              write={yuan}
              empty={{ zh: '还没有车场', en: 'No parking lots yet' }}
            />
          </Part>
        )}
      </div>
    </div>
  );
}

/** What the month has received of its target; the mark says where it should be today. */
function MonthPart({ month }: { month: WallSlow['month'] }) {
  const t = useText();
  const { receivedFen, targetFen, day, days } = month;
  const share = targetFen === null || targetFen === 0 ? null : receivedFen / targetFen;
  const due = day / days;
  return (
    <Part
      title={{ zh: '本月目标', en: 'Target of the month' }}
      note={t({ zh: '第 {day} / {days} 天', en: 'day {day} of {days}' }, { day, days })}
    >
      {share === null ? (
        <div className="wall-plain">
          <b className="wall-number">{yuan(receivedFen)}</b>
          <span>{t({ zh: '本月实收（元）· 片区未设目标', en: 'received this month (¥), no target set' })}</span>
        </div>
      ) : (
        <div className="wall-target">
          <Ring
            share={share}
            text={shareText(share).replace(/\.\d/, '')}
            below={t({ zh: '应达 {due}', en: 'due {due}' }, { due: shareText(due).replace(/\.\d/, '') })}
            isUrgent={share < due * 0.9}
          />
          <dl>
            <dt>{t({ zh: '已收（元）', en: 'Received (¥)' })}</dt>
            <dd className="by-figure">{yuan(receivedFen)}</dd>
            <dt>{t({ zh: '目标（元）', en: 'Target (¥)' })}</dt>
            <dd className="by-figure">{yuan(targetFen ?? 0)}</dd>
          </dl>
        </div>
      )}
    </Part>
  );
}

/** The last days as columns; today is not over yet. */
function DaysPart({ days, zone }: { days: WallSlow['days']; zone: string }) {
  const most = Math.max(1, ...days.map((one) => one.receivedFen));
  return (
    <Part title={{ zh: '近14天实收', en: 'Last 14 days' }} className="wall-grow">
      <ol className="wall-days">
        {days.map(({ at, receivedFen }, index) => (
          <li key={at.getTime()} className={index === days.length - 1 ? 'is-today' : undefined}>
            <b className="by-figure">{index % 2 === 1 ? yuan(receivedFen) : ''}</b>
            <i style={{ transform: `scaleY(${Math.max(0.004, receivedFen / most)})` }} />
            <span className="by-figure">{timeText(at, 'day', zone).slice(8)}</span>
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** What became of the fees of today's stays. */
function Structure({ today }: { today: WallData['today'] }) {
  const t = useText();
  const parts = [
    { key: 'fee', label: t({ zh: '应收', en: 'Fees' }), value: today.feeFen },
    { key: 'reduced', label: t({ zh: '优惠', en: 'Reduced' }), value: today.reducedFen },
    { key: 'unpaid', label: t({ zh: '离场欠费', en: 'Left owing' }), value: today.unpaidFen },
  ];
  return (
    <Part title={{ zh: '收费结构（元）', en: 'What became of the fees (¥)' }}>
      <dl className="wall-trio">
        {parts.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd className="by-figure">{yuan(value)}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}
