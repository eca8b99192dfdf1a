import type { Label } from '@boyun/kernel/contract';
import { countText, growthText, shareText, useText } from '@boyun/kernel/web';
import type { ReactNode } from 'react';

/** A part of a screen under a few words. */
export function Part({
  title,
  note,
  className,
  children,
}: {
  title: Label;
  note?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const t = useText();
  return (
    <section className={`wall-part ${className ?? ''}`}>
      <h2>
        {t(title)}
        {note !== undefined && <span>{note}</span>}
      </h2>
      {children}
    </section>
  );
}

/** How a figure compares with yesterday until now. */
export function Versus({ now, then }: { now: number; then: number }) {
  const t = useText();
  const growth = growthText(now, then);
  if (growth === null) return null;
  return (
    <span className="wall-versus">
      {t({ zh: '较昨日同时', en: 'vs yesterday' })}{' '}
      <b className="by-figure">
        {now >= then ? '▲' : '▼'} {growth}
      </b>
    </span>
  );
}

const RADIUS = 42;
const ROUND = 2 * Math.PI * RADIUS;

/** A share as a ring around its figure. */
export function Ring({
  share,
  text,
  below,
  isUrgent,
}: {
  share: number | null;
  text?: string;
  below: ReactNode;
  isUrgent?: boolean;
}) {
  const drawn = Math.max(0, Math.min(1, share ?? 0));
  return (
    <div className={isUrgent ? 'wall-ring is-urgent' : 'wall-ring'}>
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle cx="50" cy="50" r={RADIUS} />
        <circle
          className="wall-ring-share"
          cx="50"
          cy="50"
          r={RADIUS}
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - drawn)}
        />
      </svg>
      <div>
        <b className="by-figure">{text ?? shareText(share)}</b>
        <span>{below}</span>
      </div>
    </div>
  );
}

/** Rows with a bar each, the longest first. */
export function Bars({
  rows,
  write = countText,
  empty,
}: {
  rows: readonly {
    readonly key: string;
    readonly name: ReactNode;
    readonly value: number;
    readonly share?: number;
    readonly isUrgent?: boolean;
  }[];
  write?: (value: number) => string;
  empty: Label;
}) {
  const t = useText();
  if (rows.length === 0) return <p className="wall-quiet">{t(empty)}</p>;
  const most = Math.max(1, ...rows.map((one) => one.value));
  return (
    <ol className="wall-bars">
      {rows.map(({ key, name, value, share, isUrgent }) => (
        <li key={key} className={isUrgent ? 'is-urgent' : undefined}>
          <span>{name}</span>
          <b className="by-figure">{write(value)}</b>
          <i style={{ transform: `scaleX(${Math.max(0.004, Math.min(1, share ?? value / most))})` }} />
        </li>
      ))}
    </ol>
  );
}
