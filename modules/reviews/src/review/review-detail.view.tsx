import type { Output } from '@boyun/kernel/contract';
import {
  call,
  ErrorState,
  FieldList,
  Skeleton,
  StateDot,
  TimeText,
  useLanguage,
  useText,
  ZoomPicture,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DecisionObstacleWords, getReview, ReviewAct } from './review.contract.ts';
import { pageOfSubject } from './review-kind.contract.ts';

type Detail = Output<typeof getReview>;

/** One request: its changes, required approvers and history. */
export function ReviewDetail({ reviewId }: { reviewId: string }) {
  const language = useLanguage();
  const asked = useQuery({
    queryKey: ['list', 'review', 'one', reviewId, language],
    queryFn: ({ signal }) => call(getReview, { reviewId }, { signal, isQuiet: true }),
  });
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton lines={8} />;
  return <Shown detail={asked.data} />;
}

function Shown({ detail }: { detail: Detail }) {
  const t = useText();
  const { review, changes, levels, steps } = detail;
  const page = pageOfSubject(String(review.kind), review.subjectId);
  return (
    <div className="review">
      {review.obstacle && <p className="review-note">{t(DecisionObstacleWords[review.obstacle])}</p>}
      <section>
        <h3>
          {review.summary}
          {page && (
            <Link className="by-small" to={page}>
              {t({ zh: '查看对象', en: 'Open it' })}
            </Link>
          )}
        </h3>
        <ChangeTable changes={changes} />
      </section>
      <FieldList
        fields={getReview.output.review.fields!}
        keys={['kind', 'state', 'amountFen', 'reason', 'lotId', 'requestedByName', 'requestedAt', 'reviewNo']}
        row={review as unknown as Record<string, unknown>}
      />
      <section>
        <h3>{t({ zh: '审批进度', en: 'Progress' })}</h3>
        <ol className="review-levels">
          {levels.map((one) => {
            const isPassed = steps.some((step) => step.act === 'approve' && step.level === one.level);
            return (
              <li key={one.level} className={isPassed ? 'by-tone-good' : 'by-tone-neutral'}>
                <span className="by-dot" aria-hidden="true" />
                {t({ zh: '第{n}级', en: 'Level {n}' }, { n: one.level })}
                <b>{one.roleName ?? t({ zh: '任何有审核权限的人', en: 'Anyone who may decide' })}</b>
              </li>
            );
          })}
        </ol>
        <ul className="review-steps">
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: history only grows at its end
            <li key={index}>
              <StateDot tone={ReviewAct[step.act].tone} label={ReviewAct[step.act]} />
              <span>{step.actorName}</span>
              <TimeText at={step.at} />
              {step.note && <p>{step.note}</p>}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function ChangeTable({ changes }: { changes: Detail['changes'] }) {
  const t = useText();
  return (
    <table className="by-change">
      <thead>
        <tr>
          <th>{t({ zh: '项目', en: 'What' })}</th>
          <th>{t({ zh: '变更前', en: 'Before' })}</th>
          <th>{t({ zh: '变更后', en: 'After' })}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((one) => (
          <tr key={one.label.en}>
            <th scope="row">{t(one.label)}</th>
            <td>
              {t(one.before)}
              {one.pictureBefore && <ZoomPicture address={one.pictureBefore} label={one.label} />}
            </td>
            <td>
              {t(one.after)}
              {one.pictureAfter && <ZoomPicture address={one.pictureAfter} label={one.label} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
