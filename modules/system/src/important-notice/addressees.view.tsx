import './important-notice.css';
import { exportPermission, type Label, type Report } from '@boyun/kernel/contract';
import {
  ActButton,
  countText,
  download,
  Empty,
  ErrorState,
  exportRows,
  Pager,
  Skeleton,
  timeText,
  useListing,
  useText,
} from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { Download } from 'lucide-react';
import { useState } from 'react';

const PER_PAGE = 20;

interface AddresseesProps {
  /** A report of people with `id`, `name`, `account` and the time at which they did what is asked of them. */
  readonly of: Report;
  /** Filters of the people who have done it, or have not. */
  readonly filters: (isDone: boolean) => Readonly<Record<string, unknown>>;
  /** Filters of all people. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Column with the time. */
  readonly doneAt: string;
  /** Totals of those who have done it and who have not. */
  readonly counts: { readonly open: string; readonly done: string };
  readonly words: { readonly open: Label; readonly done: Label; readonly noneOpen: Label; readonly noneDone: Label };
}

interface Person {
  readonly id: string;
  readonly name: string;
  readonly account: string;
}

/** The people something is addressed to, in two lists: who has not done it, and who has. */
export default function Addressees({ of, filters, given, doneAt, counts, words }: AddresseesProps) {
  const t = useText();
  const [isDone, setDone] = useState(false);
  const [page, setPage] = useState({ page: 1, perPage: PER_PAGE });
  const found = useListing(of, { ...filters(isDone), ...page });
  const all = useListing(of, { ...given, page: 1, perPage: PER_PAGE });
  const totals = (all.data?.totals ?? {}) as Readonly<Record<string, number>>;
  const tab = (value: boolean, label: Label, count: number | undefined) => ({
    value,
    label: `${t(label)} ${countText(count ?? null)}`,
  });
  return (
    <section className="notice-who">
      <header className="by-row">
        <h3>{t(of.title)}</h3>
        <Segmented
          size="small"
          value={isDone}
          options={[tab(false, words.open, totals[counts.open]), tab(true, words.done, totals[counts.done])]}
          onChange={(next) => {
            setDone(next);
            setPage({ page: 1, perPage: page.perPage });
          }}
        />
        <span className="by-grow" />
        <ActButton
          size="small"
          icon={<Download />}
          access={exportPermission(of)}
          onAct={async () => download(await exportRows(of, given))}
        >
          {t({ zh: '导出名单', en: 'Export' })}
        </ActButton>
      </header>
      {found.error && !found.data ? (
        <ErrorState error={found.error} onRetry={() => found.refetch()} />
      ) : !found.data ? (
        <Skeleton lines={4} />
      ) : found.data.rows.length === 0 ? (
        <Empty title={isDone ? words.noneDone : words.noneOpen} />
      ) : (
        <ul>
          {found.data.rows.map((row) => (
            <Line
              key={(row as unknown as Person).id}
              person={row as unknown as Person}
              at={row[doneAt] as Date | null}
            />
          ))}
        </ul>
      )}
      {found.data && found.data.total > PER_PAGE && (
        <Pager {...page} total={found.data.total} onChange={(next, perPage) => setPage({ page: next, perPage })} />
      )}
    </section>
  );
}

function Line({ person, at }: { person: Person; at: Date | null }) {
  return (
    <li>
      <span>{person.name}</span>
      <span className="by-faint">{person.account}</span>
      <span className="by-grow" />
      <span className="by-figure by-faint">{at ? timeText(at) : '—'}</span>
    </li>
  );
}
