import { priceStay, type Tariff } from '@boyun/domain/fee';
import type { Label } from '@boyun/kernel/contract';
import { Money, now, tenantZone, useText, wallClock } from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { useState } from 'react';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The stays shown, in minutes: the ones a driver asks about. */
const STAYS = [15, 30, 60, 120, 180, 240, 360, 480, 720, 1440, 2880] as const;
const ENTRY_HOURS = [8, 12, 18, 22] as const;

/** An hour of today on the wall clock of the tenant's zone. */
function todayAt(hour: number): number {
  const moment = now();
  const { h, i, s } = wallClock(moment, tenantZone());
  const sinceMidnight = Number(h) * HOUR_MS + Number(i) * MINUTE_MS + Number(s) * 1000;
  return Math.round((moment.getTime() - sinceMidnight) / 1000) * 1000 + hour * HOUR_MS;
}

/** A length of whole minutes, hours or days: `2 小时`. */
function stayLabel(minutes: number): Label {
  if (minutes % 1440 === 0) return { zh: `${minutes / 1440} 天`, en: `${minutes / 1440} d` };
  if (minutes % 60 === 0) return { zh: `${minutes / 60} 小时`, en: `${minutes / 60} h` };
  return { zh: `${minutes} 分钟`, en: `${minutes} min` };
}

/** What stays of usual lengths cost when they begin today at a chosen hour; reckoned by the engine that charges. */
export function PriceLadder({ tariff }: { tariff: Tariff }) {
  const t = useText();
  const [hour, setHour] = useState<number>(ENTRY_HOURS[0]);
  const enteredAtMs = todayAt(hour);
  const prices = STAYS.map((minutes) => ({
    minutes,
    fen: priceStay(tariff, { enteredAtMs, exitAtMs: enteredAtMs + minutes * MINUTE_MS, zone: tenantZone() }).totalFen,
  }));
  const top = Math.max(1, ...prices.map((price) => price.fen));
  return (
    <>
      <div className="rule-entry">
        <span className="by-faint by-small">{t({ zh: '今天入场时间', en: 'Entering today at' })}</span>
        <Segmented<number>
          size="small"
          value={hour}
          options={ENTRY_HOURS.map((one) => ({ value: one, label: `${String(one).padStart(2, '0')}:00` }))}
          onChange={setHour}
        />
      </div>
      <table className="rule-ladder">
        <thead className="by-sr">
          <tr>
            <th scope="col">{t({ zh: '停车时长', en: 'Stay' })}</th>
            <td />
            <th scope="col">{t({ zh: '费用', en: 'Fee' })}</th>
          </tr>
        </thead>
        <tbody>
          {prices.map(({ minutes, fen }) => (
            <tr key={minutes}>
              <th scope="row">{t(stayLabel(minutes))}</th>
              <td aria-hidden="true">
                <i style={{ width: `${(fen / top) * 100}%` }} />
              </td>
              <td>
                {fen === 0 ? <span className="rule-free">{t({ zh: '免费', en: 'Free' })}</span> : <Money fen={fen} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
