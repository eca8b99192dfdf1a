import type { Label } from '@boyun/kernel/contract';
import { countText, durationText, listLink, moneyText, shareText, useText } from '@boyun/kernel/web';
import { ArrowDown } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Mark, OccupancyBar } from '../console/kpi.view.tsx';
import { Counted, linksOf, type Statistics } from './chart-card.view.tsx';

type Lot = Statistics['lots'][number] & { readonly lotName?: string };

const COLUMNS: readonly { readonly key: keyof Lot & string; readonly label: Label }[] = [
  { key: 'receivedFen', label: { zh: '实收（元）', en: 'Received (¥)' } },
  { key: 'feeFen', label: { zh: '停车费应收（元）', en: 'Parking fees (¥)' } },
  { key: 'unpaidFen', label: { zh: '离场欠费', en: 'Left owing' } },
  { key: 'entries', label: { zh: '入场', en: 'Entries' } },
  { key: 'exits', label: { zh: '出场', en: 'Exits' } },
  { key: 'turnover', label: { zh: '日均周转率', en: 'Turnover' } },
  { key: 'meanStaySeconds', label: { zh: '平均时长', en: 'Mean stay' } },
  { key: 'occupancy', label: { zh: '平均占用率', en: 'Occupancy' } },
];

/** The lots compared by a chosen measure; a lot's name links to its own statistics. */
export function LotsCard({ data }: { data: Statistics }) {
  const t = useText();
  const [sort, setSort] = useState<keyof Lot>('receivedFen');
  const figureOf = (one: Lot) => Number(one[sort] ?? -1);
  const lots = (data.lots as readonly Lot[]).toSorted((one, other) => figureOf(other) - figureOf(one));
  return (
    <section className="by-card-box statistics-card statistics-lots">
      <div className="statistics-card-head">
        <h2>{t({ zh: '车场对比', en: 'Lots compared' })}</h2>
        <span className="by-faint by-small statistics-note">
          {t({ zh: '箭头为与上期相比', en: 'Arrows compare with the period before' })}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div className="statistics-table" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t({ zh: '车场', en: 'Lot' })}</th>
              {COLUMNS.map(({ key, label }) => (
                <th key={key} scope="col" aria-sort={sort === key ? 'descending' : 'none'}>
                  <button type="button" onClick={() => setSort(key)}>
                    {t(label)}
                    {sort === key && <ArrowDown size={12} aria-hidden />}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lots.map((one) => {
              const links = linksOf(one.lotId, one);
              const { from, to } = data.total;
              return (
                <tr key={one.lotId}>
                  <th scope="row">
                    <Link to={listLink('/_cloud_operation/statistics', { lotIds: [one.lotId], from, to })}>
                      {one.lotName}
                    </Link>
                  </th>
                  <td>
                    <Counted to={links.received} isMoney>
                      {moneyText(one.receivedFen)}
                    </Counted>
                    <Than now={one.receivedFen} then={one.receivedBeforeFen} />
                  </td>
                  <td className="by-figure">{moneyText(one.feeFen)}</td>
                  <td>
                    <Counted to={links.unpaid}>{moneyText(one.unpaidFen)}</Counted>
                  </td>
                  <td>
                    <Counted to={links.entries}>{countText(one.entries)}</Counted>
                    <Than now={one.entries} then={one.entriesBefore} />
                  </td>
                  <td>
                    <Counted to={links.exits}>{countText(one.exits)}</Counted>
                  </td>
                  <td className="by-figure">{one.turnover === null ? '—' : one.turnover.toFixed(2)}</td>
                  <td>
                    <Counted to={links.stays(null, null)}>{durationText(one.meanStaySeconds)}</Counted>
                  </td>
                  <td className="statistics-fill">
                    {one.occupancy !== null && (
                      <OccupancyBar carsInside={one.occupancy * one.capacity} capacity={one.capacity} />
                    )}
                    <span className="by-figure">{shareText(one.occupancy)}</span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Than({ now, then }: { now: number; then: number }) {
  return (
    <span className="statistics-than">
      {then > 0 && <Mark by={(now - then) / then} text={shareText(Math.abs(now - then) / then)} />}
    </span>
  );
}
