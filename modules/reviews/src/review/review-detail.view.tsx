import type { Output } from '@boyun/kernel/contract';
import {
  call,
  ErrorState,
  FieldList,
  Money,
  Plate,
  Skeleton,
  StateDot,
  TimeText,
  useLanguage,
  useSlots,
  useText,
  ZoomPicture,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { DecisionObstacleWords, getReview, ReviewAct, ReviewState } from './review.contract.ts';
import { reviewEvidence } from './review-evidence.view.ts';
import { pageOfSubject, ReviewKindChoice } from './review-kind.contract.ts';

type Detail = Output<typeof getReview>;

/** One request: its changes, required approvers and history. */
export function ReviewDetail({
  reviewId,
  acts,
}: {
  reviewId: string;
  /** Buttons below its heading, where no drawer has them at its head. */
  acts?: (review: Detail['review']) => ReactNode;
}) {
  const language = useLanguage();
  const asked = useQuery({
    queryKey: ['list', 'review', 'one', reviewId, language],
    queryFn: ({ signal }) => call(getReview, { reviewId }, { signal, isQuiet: true }),
  });
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton lines={8} />;
  return <Shown detail={asked.data} acts={acts?.(asked.data.review)} />;
}

function Shown({ detail, acts }: { detail: Detail; acts: ReactNode }) {
  const t = useText();
  const { review, changes, levels, steps } = detail;
  const page = pageOfSubject(String(review.kind), review.subjectId);
  return (
    <div className="review">
      <Head review={review} acts={acts} />
      {review.obstacle && <p className="review-note">{t(DecisionObstacleWords[review.obstacle])}</p>}
      {detail.deciderCount === 0 && (
        <p className="review-note review-stuck" role="alert">
          {t({
            zh: '没有人可以审核该申请：请管理员转交，或由申请人撤回后调整审批流程',
            en: 'Nobody can decide this request: an administrator hands it over, or the requester withdraws it and the flow is changed',
          })}
        </p>
      )}
      <section>
        <h3>
          {t({ zh: '变更内容', en: 'Changes' })}
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
        keys={['lotIds', 'requestedByName', 'requestedAt', 'reviewNo']}
        row={review as unknown as Record<string, unknown>}
      />
      <Evidence review={review} />
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

/** What is asked: kind, subject, amount and the reason in full. */
function Head({ review, acts }: { review: Detail['review']; acts: ReactNode }) {
  const t = useText();
  return (
    <header className="review-head">
      <p className="review-title">
        <KindTag kind={String(review.kind)} />
        <Subject text={review.subject} />
        {review.amountFen !== null && (
          <b className="review-amount">
            <Money fen={review.amountFen} />
          </b>
        )}
        <StateDot tone={ReviewState[review.state].tone} label={ReviewState[review.state]} />
      </p>
      <h3>{review.summary}</h3>
      <p className="review-reason">{t({ zh: '原因：{reason}', en: 'Reason: {reason}' }, { reason: review.reason })}</p>
      {acts && <div className="review-acts">{acts}</div>}
    </header>
  );
}

/** The kind of a request as a tag. */
export function KindTag({ kind }: { kind: string }) {
  const t = useText();
  const label = ReviewKindChoice[kind];
  return <span className="review-kind">{label ? t(label) : kind}</span>;
}

const PLATE = /^[\u4e00-\u9fff][A-Z][A-Z0-9\u4e00-\u9fff]{4,6}$/;

/** The subject of a request, with the plates it begins with as chips. */
export function Subject({ text }: { text: string }) {
  const words = text.split(' ');
  const count = words.findIndex((word) => !PLATE.test(word));
  const plates = count === -1 ? words : words.slice(0, count);
  return (
    <span className="review-subject">
      {plates.map((plate) => (
        <Plate key={plate} text={plate} />
      ))}
      <span className="by-faint">{words.slice(plates.length).join(' ')}</span>
    </span>
  );
}

/** What the modules show of the subject of a request. */
function Evidence({ review }: { review: Detail['review'] }) {
  const parts = useSlots(reviewEvidence).filter((one) => one.subjectKind === review.subjectKind);
  return parts.map(({ subjectKind, Part }) => (
    <Suspense key={subjectKind} fallback={<Skeleton lines={3} />}>
      <Part subjectId={review.subjectId} />
    </Suspense>
  ));
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
