import type { Label } from '@boyun/kernel/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../language.ts';

/** A figure above a list; one that counts rows links to them. */
export function FigureBox({
  label,
  tone = '',
  to,
  children,
}: {
  label: Label;
  /** Class of its colour: `by-tone-warn`. */
  tone?: string | undefined;
  to?: string | undefined;
  children: ReactNode;
}) {
  const t = useText();
  const text = (
    <>
      <span>{t(label)}</span>
      <b className="by-figure">{children}</b>
    </>
  );
  const className = `by-figure-box ${tone}`;
  return to ? (
    <Link to={to} className={className}>
      {text}
    </Link>
  ) : (
    <div className={className}>{text}</div>
  );
}
