import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Label } from '../contract/label.ts';
import { useText } from './language.ts';
import { ErrorState, Skeleton } from './state.tsx';

/** One part of the car panel: a title with a link to the whole list, then what was found, or that there is nothing. */
export function CarSection<T>({
  title,
  to,
  asked,
  isOfCar = () => true,
  onLeave,
  children,
}: {
  title: Label;
  /** Address of the list about this car. */
  to?: string;
  /** A page of the list about the plate. */
  asked: {
    readonly data: { readonly rows: readonly T[] } | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** Whether a row is of this car, as lists find parts of plates too; all are by default. */
  isOfCar?: (row: T) => boolean;
  onLeave: () => void;
  children: (rows: readonly T[]) => ReactNode;
}) {
  const t = useText();
  const rows = asked.data?.rows.filter(isOfCar);
  return (
    <section className="by-car-part" aria-label={t(title)}>
      <header>
        <h3>{t(title)}</h3>
        {rows?.length === 0 && <span className="by-faint">{t({ zh: '无', en: 'None' })}</span>}
        {to && (
          <Link to={to} onClick={onLeave}>
            {t({ zh: '全部', en: 'All' })}
          </Link>
        )}
      </header>
      {!rows ? (
        asked.error ? (
          <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <Skeleton lines={2} />
        )
      ) : (
        rows.length > 0 && children(rows)
      )}
    </section>
  );
}
