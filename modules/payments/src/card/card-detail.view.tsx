import {
  ErrorState,
  list,
  listLink,
  Money,
  Plate,
  Skeleton,
  StateDot,
  TimeText,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CardEntryKind, CardRefusal, CardUseResult, cardEntryList, cardUseList } from './card-list.contract.ts';
import './card.css';

const SHOWN = 8;
const PAGE = '/_cloud_operation/card';

/** The last moves of a card's money and the last places it was used, with the way to all of them. */
export function CardDetail({ cardId }: { cardId: string }) {
  const t = useText();
  const language = useLanguage();
  const ask = { cardId, page: 1, perPage: SHOWN };
  const entries = useQuery({
    queryKey: ['list', cardEntryList.name, cardId, language],
    queryFn: ({ signal }) => list(cardEntryList, ask, { signal, isQuiet: true }),
  });
  const uses = useQuery({
    queryKey: ['list', cardUseList.name, cardId, language],
    queryFn: ({ signal }) => list(cardUseList, ask, { signal, isQuiet: true }),
  });
  const error = entries.error ?? uses.error;
  if (error) return <ErrorState error={error} onRetry={() => void Promise.all([entries.refetch(), uses.refetch()])} />;
  if (!entries.data || !uses.data) return <Skeleton lines={4} />;
  return (
    <>
      <Part title={t(cardEntryList.title)} total={entries.data.total} to={listLink(PAGE, { tab: 'entries', cardId })}>
        {entries.data.rows.map((one) => (
          <li key={one.id}>
            <TimeText at={one.at} style="minute" />
            <StateDot tone={CardEntryKind[one.kind].tone} label={CardEntryKind[one.kind]} />
            <span className="by-faint">{one.note ?? one.paymentNo ?? ''}</span>
            <Money fen={one.amountFen} isStrong />
            <Money fen={one.balanceFen} />
          </li>
        ))}
      </Part>
      <Part title={t(cardUseList.title)} total={uses.data.total} to={listLink(PAGE, { tab: 'uses', cardId })}>
        {uses.data.rows.map((one) => (
          <li key={one.id}>
            <TimeText at={one.at} style="minute" />
            <StateDot
              tone={CardUseResult[one.result].tone}
              label={one.reason ? CardRefusal[one.reason] : CardUseResult[one.result]}
            />
            <span className="by-faint">{(one as { lotName?: string }).lotName}</span>
            <Plate text={one.plate} />
            <Money fen={one.amountFen} />
          </li>
        ))}
      </Part>
    </>
  );
}

function Part({ title, total, to, children }: { title: string; total: number; to: string; children: ReactNode }) {
  const t = useText();
  return (
    <section className="card-part">
      <h3 className="by-card-title">
        {title}
        {total > 0 && <Link to={to}>{t({ zh: '全部{n}条', en: 'All {n}' }, { n: total })}</Link>}
      </h3>
      {total === 0 ? <p className="by-hint">{t({ zh: '暂无记录', en: 'Nothing yet' })}</p> : <ul>{children}</ul>}
    </section>
  );
}
