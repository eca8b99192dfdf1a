import type { LintContext, LintFinding, Tariff } from '@boyun/domain/fee';
import { useEffect, useRef, useState } from 'react';
import type { LintAnswer, LintTask } from './lint-thread.view.ts';

const PAUSE_MS = 250;

/** Returns the linter's findings shortly after the last change; null before its first result. */
export function useFindings(tariff: Tariff, context: LintContext | undefined): readonly LintFinding[] | null {
  const [found, setFound] = useState<readonly LintFinding[] | null>(null);
  const thread = useRef<Worker | null>(null);
  const newest = useRef(0);
  useEffect(() => {
    const worker = new Worker(new URL('./lint-thread.view.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<LintAnswer>) => {
      // Findings about an outdated tariff are discarded.
      if (data.number === newest.current) setFound(data.findings);
    };
    thread.current = worker;
    return () => worker.terminate();
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => {
      newest.current += 1;
      const task: LintTask = { number: newest.current, tariff, context };
      thread.current?.postMessage(task);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [tariff, context]);
  return found;
}
