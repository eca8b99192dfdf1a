import { DriverPlaceholder, useText } from '@boyun/kernel/web';
import type { ReactNode } from 'react';

/** A page of the app below its start: the way back, a title, and its content once it has come. */
export function AppPart({
  title,
  back = '#/',
  problem,
  isReady,
  children,
}: {
  title: string;
  /** Where the way back leads. */
  back?: string;
  problem: string | null;
  isReady: boolean;
  children: ReactNode;
}) {
  const t = useText();
  return (
    <>
      <nav className="app-back">
        <a href={back} aria-label={t({ zh: '返回', en: 'Back' })}>
          ‹
        </a>
        <h1>{title}</h1>
      </nav>
      {isReady ? children : <DriverPlaceholder problem={problem} />}
    </>
  );
}
