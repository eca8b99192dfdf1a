import { instantOfWall } from '@boyun/domain/period';
import { countText, DurationText, Money, Plate, useText } from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ReplayMove, ReplayResult } from './charge-replay.contract.ts';
import { moveTone, signedText } from './replay-words.view.ts';

type Direction = 'all' | 'up' | 'down';

/** The stays whose fee moves most, each with the way to its order. */
export function ReplayMoves({ result }: { result: ReplayResult }) {
  const t = useText();
  const [direction, choose] = useState<Direction>('all');
  const move = (one: ReplayMove) => one.afterFen - one.beforeFen;
  const moves = result.moves.filter(
    (one) => direction === 'all' || (direction === 'up' ? move(one) > 0 : move(one) < 0),
  );
  if (result.moves.length === 0)
    return (
      <section className="by-card-box replay-none">
        {t({ zh: '没有任何停车的费用变化', en: 'No fee moves at all' })}
      </section>
    );
  return (
    <section className="by-card-box">
      <h2>
        {t({ zh: '变化最大的停车', en: 'Stays that move most' })}
        <span className="by-faint by-small">
          {t({ zh: '前{count}笔', en: 'the first {count}' }, { count: countText(moves.length) })}
        </span>
        <span className="by-grow" />
        <Segmented<Direction>
          size="small"
          value={direction}
          options={[
            { value: 'all', label: t({ zh: '全部', en: 'All' }) },
            { value: 'up', label: t({ zh: '涨价', en: 'Dearer' }) },
            { value: 'down', label: t({ zh: '降价', en: 'Cheaper' }) },
          ]}
          onChange={choose}
        />
      </h2>
      <section
        className="replay-scroll is-long"
        // A long table scrolls by itself, which the keyboard must be able to do too.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        aria-label={t({ zh: '变化最大的停车', en: 'Stays that move most' })}
      >
        <table className="replay-table">
          <thead>
            <tr>
              <th scope="col">{t({ zh: '车牌', en: 'Plate' })}</th>
              <th scope="col" className="is-spare">
                {t({ zh: '车场', en: 'Lot' })}
              </th>
              <th scope="col">{t({ zh: '入场', en: 'Entry' })}</th>
              <th scope="col" className="is-spare">
                {t({ zh: '离场', en: 'Exit' })}
              </th>
              <th scope="col" className="is-number is-spare">
                {t({ zh: '时长', en: 'Duration' })}
              </th>
              <th scope="col" className="is-number is-spare">
                {t({ zh: '原费用', en: 'Before' })}
              </th>
              <th scope="col" className="is-number">
                {t({ zh: '新费用', en: 'After' })}
              </th>
              <th scope="col" className="is-number">
                {t({ zh: '变化', en: 'Change' })}
              </th>
              <th scope="col">{t({ zh: '订单', en: 'Order' })}</th>
            </tr>
          </thead>
          <tbody>
            {moves.map((one) => (
              <tr key={one.orderId}>
                <td>
                  <Plate text={one.plate} color={one.plateColor} />
                </td>
                <td className="is-spare">{one.lotName}</td>
                <td className="by-figure">{wallText(one.entry).slice(5)}</td>
                <td className="by-figure is-spare">{wallText(one.exit).slice(5)}</td>
                <td className="is-number is-spare">
                  <DurationText seconds={(wallMs(one.exit) - wallMs(one.entry)) / 1000} />
                </td>
                <td className="is-number is-spare">
                  <Money fen={one.beforeFen} />
                </td>
                <td className="is-number">
                  <Money fen={one.afterFen} isStrong />
                </td>
                <td className={`is-number ${moveTone(move(one))}`}>{signedText(move(one))}</td>
                <td>
                  <Link to={`/_cloud_operation/order?orderId=${one.orderId}`} className="by-figure replay-order">
                    {one.orderNo}
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function wallText(wall: string): string {
  return wall.replace('T', ' ').slice(0, 16);
}

function wallMs(wall: string): number {
  return instantOfWall(wallText(wall).replace(' ', 'T'), 'UTC');
}
