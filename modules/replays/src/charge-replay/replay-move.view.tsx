import { instantOfWall } from '@boyun/domain/period';
import { countText, DurationText, Money, Plate, useText } from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ReplayMove, ReplayResult } from './charge-replay.contract.ts';
import { ReplayTable } from './replay-table.view.tsx';
import { moveTone, signedText } from './replay-words.view.ts';

const TITLE = { zh: '费用变化最大的订单', en: 'Largest fee changes' };

type Direction = 'all' | 'up' | 'down';

/** The stays with the largest fee changes, each linked to its order. */
export function ReplayMoves({ result }: { result: ReplayResult }) {
  const t = useText();
  const [direction, choose] = useState<Direction>('all');
  const move = (one: ReplayMove) => one.afterFen - one.beforeFen;
  const moves = result.moves.filter(
    (one) => direction === 'all' || (direction === 'up' ? move(one) > 0 : move(one) < 0),
  );
  if (result.moves.length === 0)
    return (
      <section className="by-card-box replay-none">{t({ zh: '没有费用变化的订单', en: 'No fee changes' })}</section>
    );
  return (
    <section className="by-card-box">
      <h2>
        {t(TITLE)}
        <span className="by-faint by-small">
          {t({ zh: '前{count}笔', en: 'the first {count}' }, { count: countText(moves.length) })}
        </span>
        <span className="by-grow" />
        <Segmented<Direction>
          size="small"
          value={direction}
          options={[
            { value: 'all', label: t({ zh: '全部', en: 'All' }) },
            { value: 'up', label: t({ zh: '涨价', en: 'Higher' }) },
            { value: 'down', label: t({ zh: '降价', en: 'Lower' }) },
          ]}
          onChange={choose}
        />
      </h2>
      <ReplayTable
        label={TITLE}
        rows={moves}
        rowKey={(one) => one.orderId}
        isLong
        columns={[
          { title: { zh: '车牌', en: 'Plate' }, cell: (one) => <Plate text={one.plate} color={one.plateColor} /> },
          { title: { zh: '车场', en: 'Lot' }, isSpare: true, cell: (one) => one.lotName },
          { title: { zh: '入场', en: 'Entry' }, cell: (one) => <Wall time={one.entry} /> },
          { title: { zh: '离场', en: 'Exit' }, isSpare: true, cell: (one) => <Wall time={one.exit} /> },
          {
            title: { zh: '时长', en: 'Duration' },
            isNumber: true,
            isSpare: true,
            cell: (one) => <DurationText seconds={(wallMs(one.exit) - wallMs(one.entry)) / 1000} />,
          },
          {
            title: { zh: '原费用', en: 'Before' },
            isNumber: true,
            isSpare: true,
            cell: (one) => <Money fen={one.beforeFen} />,
          },
          {
            title: { zh: '新费用', en: 'After' },
            isNumber: true,
            cell: (one) => <Money fen={one.afterFen} isStrong />,
          },
          {
            title: { zh: '变化', en: 'Change' },
            isNumber: true,
            tone: (one) => moveTone(move(one)),
            cell: (one) => signedText(move(one)),
          },
          {
            title: { zh: '订单', en: 'Order' },
            cell: (one) => (
              <Link to={`/_cloud_operation/order?orderId=${one.orderId}`} className="by-figure replay-order">
                {one.orderNo}
              </Link>
            ),
          },
        ]}
      />
    </section>
  );
}

function Wall({ time }: { time: string }) {
  return <span className="by-figure">{time.replace('T', ' ').slice(5, 16)}</span>;
}

function wallMs(time: string): number {
  return instantOfWall(time, 'UTC');
}
