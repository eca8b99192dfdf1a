import './first-run.css';
import { call, can, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Check, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { getFirstSteps } from './first-run.contract.ts';
import { progressOf } from './first-step.view.ts';
import { hideSteps, useAreStepsHidden } from './hidden-steps.view.ts';

/** The first steps of a new tenant with their progress; nothing once they are done, hidden, or not for this person. */
export default function FirstSteps() {
  const isHidden = useAreStepsHidden();
  if (isHidden || !can(getFirstSteps.access)) return null;
  return <Steps />;
}

function Steps() {
  const t = useText();
  // Lists announce changes under the key `list`, so that a step done elsewhere is ticked on return.
  const { data } = useQuery({
    queryKey: ['list', 'first-steps'],
    queryFn: ({ signal }) => call(getFirstSteps, {}, { signal, isQuiet: true }),
    refetchOnMount: 'always',
  });
  const progress = data && progressOf(data, can);
  if (!progress) return null;
  const { own, doneCount, nextKey } = progress;
  return (
    <section className="by-card-box first-steps">
      <header>
        <h2 className="by-card-title">{t(getFirstSteps.title)}</h2>
        <progress value={doneCount} max={own.length} aria-label={t({ zh: '进度', en: 'Progress' })} />
        <span className="by-figure by-faint">{`${doneCount} / ${own.length}`}</span>
        <span className="by-grow" />
        <Button type="text" size="small" onClick={() => hideSteps(true)}>
          {t({ zh: '隐藏', en: 'Hide' })}
        </Button>
      </header>
      <ol>
        {own.map((one, place) => {
          const isDone = data[one.key];
          return (
            <li key={one.key} className={isDone ? 'is-done' : undefined}>
              <Link to={one.to(data)} aria-current={one.key === nextKey ? 'step' : undefined}>
                <span className="first-mark" aria-hidden>
                  {isDone ? <Check /> : place + 1}
                </span>
                <span className="first-words">
                  <b>{t(one.title)}</b>
                  <span className="by-small">{t(isDone ? { zh: '已完成', en: 'Done' } : one.hint)}</span>
                </span>
                <ChevronRight aria-hidden />
              </Link>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
