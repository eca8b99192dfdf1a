import './step-list.css';
import type { Label } from '@boyun/kernel/contract';
import { useText } from '@boyun/kernel/web';
import { Check, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A step as a list shows it. */
export interface ShownStep {
  readonly key: string;
  readonly title: Label;
  readonly hint: Label;
  readonly to: string;
  readonly isDone: boolean;
}

/** A card of steps with their progress, each a link to where it is done; the first that is not done is marked. */
export function StepList({ title, steps, act }: { title: Label; steps: readonly ShownStep[]; act?: ReactNode }) {
  const t = useText();
  const doneCount = steps.filter((one) => one.isDone).length;
  const next = steps.find((one) => !one.isDone);
  return (
    <section className="by-card-box step-list">
      <header>
        <h2 className="by-card-title">{t(title)}</h2>
        <progress value={doneCount} max={steps.length} aria-label={t({ zh: '进度', en: 'Progress' })} />
        <span className="by-figure by-faint">{`${doneCount} / ${steps.length}`}</span>
        <span className="by-grow" />
        {act}
      </header>
      <ol>
        {steps.map((one, place) => (
          <li key={one.key} className={one.isDone ? 'is-done' : undefined}>
            <Link to={one.to} aria-current={one === next ? 'step' : undefined}>
              <span className="step-mark" aria-hidden>
                {one.isDone ? <Check /> : place + 1}
              </span>
              <span className="step-words">
                <b>{t(one.title)}</b>
                <span className="by-small">{t(one.isDone ? { zh: '已完成', en: 'Done' } : one.hint)}</span>
              </span>
              <ChevronRight aria-hidden />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
