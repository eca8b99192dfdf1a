import type { Output } from '@boyun/kernel/contract';
import { countText, listLink, moneyText, useText } from '@boyun/kernel/web';
import { inLotList } from '@boyun/orders/contract';
import { paymentList } from '@boyun/payments/contract';
import type { getConsole } from './console.contract.ts';
import { Jump } from './jump.view.tsx';
import { OccupancyBar } from './kpi.view.tsx';

type Console = Output<typeof getConsole>;

/** Lots by revenue received today, with their occupancy. */
export function Ranking({ data }: { data: Console }) {
  const t = useText();
  return (
    <section className="by-card-box console-ranking">
      <h2 className="by-card-title">{t({ zh: '车场排行', en: 'Lots ranked' })}</h2>
      <div className="console-scroll">
        <table>
          <thead>
            <tr>
              <th aria-label={t({ zh: '名次', en: 'Rank' })} />
              <th>{t({ zh: '车场', en: 'Lot' })}</th>
              <th className="is-number">{t({ zh: '实收（元）', en: 'Received (¥)' })}</th>
              <th className="is-number is-spare">{t({ zh: '入 / 出', en: 'In / out' })}</th>
              <th>{t({ zh: '在场 / 车位', en: 'Inside / spots' })}</th>
            </tr>
          </thead>
          <tbody>
            {data.ranking.map((one, index) => (
              <tr key={one.lotId}>
                <td className="by-faint by-figure">{index + 1}</td>
                <td className="console-lot">{(one as { lotName?: string }).lotName}</td>
                <td className="is-number">
                  <Jump
                    to={listLink('/_cloud_operation/payment', {
                      lotId: one.lotId,
                      from: data.dayStart,
                      state: 'succeeded',
                    })}
                    access={paymentList.access}
                    className="by-figure by-strong"
                  >
                    {moneyText(one.receivedFen)}
                  </Jump>
                </td>
                <td className="is-number by-figure is-spare">
                  {countText(one.entries)} / {countText(one.exits)}
                </td>
                <td className="console-fill">
                  <OccupancyBar carsInside={one.carsInside} capacity={one.capacity} />
                  <Jump
                    to={listLink('/_cloud_operation/inLot', { lotId: one.lotId })}
                    access={inLotList.access}
                    className="by-figure by-small"
                  >
                    {countText(one.carsInside)} / {countText(one.capacity)}
                  </Jump>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
