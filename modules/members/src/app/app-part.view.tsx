import { DriverPlaceholder, useText } from '@boyun/kernel/web';
import type { ReactNode } from 'react';

/** A page of the app below its start: the way back, a title, and its content once it has come. */
export function AppPart({
  title,
  problem,
  isReady,
  children,
}: {
  title: string;
  problem: string | null;
  isReady: boolean;
  children: ReactNode;
}) {
  const t = useText();
  return (
    <>
      <nav className="app-back">
        <a href="#/" aria-label={t({ zh: '返回首页', en: 'Back to the start' })}>
          ‹
        </a>
        <h1>{title}</h1>
      </nav>
      {isReady ? children : <DriverPlaceholder problem={problem} />}
    </>
  );
}
