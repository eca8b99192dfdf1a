import type { ChoiceTable, Label, Operation, Report } from '@boyun/kernel/contract';
import {
  ActButton,
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
import './stored-value.css';

/** Rows of a list that a detail shows. */
const SHOWN = 8;

/** The last rows of a list about one card or wallet, with the way to all of them; `draw` fills the line of a row. */
export function LastRows<R extends { readonly id: string }>({
  source,
  of,
  allAt,
  draw,
}: {
  source: Report;
  /** The filter that names the card or wallet. */
  of: Readonly<Record<string, string>>;
  /** The page with the whole list, and its tab where it has any. */
  allAt: { readonly page: string; readonly tab?: string };
  draw: (row: R) => ReactNode;
}) {
  const t = useText();
  const language = useLanguage();
  const asked = useQuery({
    queryKey: ['list', source.name, of, language],
    queryFn: ({ signal }) => list(source, { ...of, page: 1, perPage: SHOWN }, { signal, isQuiet: true }),
  });
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton lines={4} />;
  const { total, rows } = asked.data;
  return (
    <StoredPart
      title={source.title}
      size={total}
      more={
        <Link to={listLink(allAt.page, { tab: allAt.tab, ...of })}>
          {t({ zh: '全部{n}条', en: 'All {n}' }, { n: total })}
        </Link>
      }
    >
      {(rows as unknown as R[]).map((row) => (
        <li key={row.id}>{draw(row)}</li>
      ))}
    </StoredPart>
  );
}

interface Entry {
  readonly id: string;
  readonly at: Date;
  readonly kind: string;
  readonly amountFen: number;
  readonly balanceFen: number;
  readonly plate: string;
  readonly paymentNo: string | null;
  readonly note: string | null;
}

/** The last movements of one card or wallet. */
export function LastEntries({
  source,
  kinds,
  of,
  page,
}: {
  source: Report;
  kinds: ChoiceTable;
  of: Readonly<Record<string, string>>;
  page: string;
}) {
  return (
    <LastRows<Entry>
      source={source}
      of={of}
      allAt={{ page, tab: 'entries' }}
      draw={(row) => (
        <>
          <TimeText at={row.at} style="minute" />
          <StateDot tone={kinds[row.kind]?.tone} label={kinds[row.kind]!} />
          <span className="by-faint">{row.plate || row.note || row.paymentNo || ''}</span>
          <Money fen={row.amountFen} isStrong />
          <Money fen={row.balanceFen} />
        </>
      )}
    />
  );
}

/** A part of the detail of a card or wallet: lines under a title. */
export function StoredPart({
  title,
  size,
  more,
  children,
}: {
  title: Label;
  size: number;
  more?: ReactNode;
  children: ReactNode;
}) {
  const t = useText();
  return (
    <section className="stored-part">
      <h3 className="by-card-title">
        {t(title)}
        {size > 0 && more}
      </h3>
      {size === 0 ? <p className="by-hint">{t({ zh: '暂无记录', en: 'Nothing yet' })}</p> : <ul>{children}</ul>}
    </section>
  );
}

/** Something that can be done with a card or wallet now, or why not. */
export interface StoredAct<A extends string> {
  readonly act: A;
  readonly of: Operation;
  readonly disabledReason: Label | null;
  readonly isDangerous?: boolean;
}

/** The buttons of one card or wallet. */
export function StoredActs<A extends string>({
  acts,
  onAct,
}: {
  acts: readonly StoredAct<A>[];
  onAct: (act: A) => void;
}) {
  const t = useText();
  return (
    <div className="by-row">
      {acts.map(({ act, of, disabledReason, isDangerous = false }) => (
        <ActButton
          key={act}
          access={of.access}
          danger={isDangerous}
          disabledReason={disabledReason}
          onAct={() => onAct(act)}
        >
          {t(of.title)}
        </ActButton>
      ))}
    </div>
  );
}

/** The cars of a card or wallet in a cell: the first, and how many more. */
export function StoredPlates({ plates, none }: { plates: readonly string[]; none: Label }) {
  const t = useText();
  if (plates.length === 0) return <span className="by-faint">{t(none)}</span>;
  return (
    <span className="by-row" title={plates.join(' ')}>
      <Plate text={plates[0]!} />
      {plates.length > 1 && <span className="by-faint">+{plates.length - 1}</span>}
    </span>
  );
}
