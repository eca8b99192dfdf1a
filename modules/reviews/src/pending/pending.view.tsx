import type { Label, Output } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  can,
  createStore,
  notify,
  queryClient,
  TimeText,
  timeText,
  useLanguage,
  useNow,
  useStore,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { handOverReview } from '../hand-over/hand-over.contract.ts';
import { HandOverReview } from '../hand-over/hand-over.form.tsx';
import { flowChangeReview } from '../review/flow-review.contract.ts';
import { reviewList, reviewRefusal } from '../review/review.contract.ts';
import { ReviewKindChoice } from '../review/review-kind.contract.ts';
import { WithdrawReview } from '../review/withdraw-review.form.tsx';
import { getPending, REMIND_AGAIN_MS, remindReview } from './pending.contract.ts';
import './pending.css';

/** A pending request. */
export type PendingReview = Output<typeof getPending>['requests'][number];

const EVERY_MS = 30_000;
const PENDING: Label = { zh: '待审核', en: 'In review' };
const MARK: Label = { zh: '审', en: 'R' };
const NONE: readonly PendingReview[] = [];
const SHOWN_IN_STRIP = 3;

/** Returns the pending requests about subjects, of kinds, or both; undefined before the first response. */
function usePending(search: { readonly subjectIds?: readonly string[]; readonly kinds?: readonly string[] }) {
  const language = useLanguage();
  const { subjectIds = null, kinds = null } = search;
  return useQuery({
    // The prefix of the list of requests: whatever refreshes that list refreshes these too.
    queryKey: ['list', 'review', 'pending', subjectIds, kinds, language],
    queryFn: ({ signal }) =>
      call(
        getPending,
        { subjectIds: subjectIds && [...subjectIds], kinds: kinds && [...kinds] },
        { signal, isQuiet: true },
      ),
    enabled: subjectIds?.length !== 0,
    refetchInterval: EVERY_MS,
  }).data;
}

/** Why an act is refused whose request is already pending. */
export const ALREADY_ASKED: Label = reviewRefusal['already-asked'];

/** Returns the ids of the subjects that pending requests of a kind are about. */
export function usePendingSubjects(kind: string): ReadonlySet<string> {
  return new Set(usePending({ kinds: [kind] })?.requests.map((one) => one.subjectId));
}

/** Returns why an act that files a request of one of these kinds about a subject would be refused; null if it would not. */
export function usePendingReason(subjectId: string | null, ...kinds: readonly string[]): Label | null {
  const pending = usePending({ subjectIds: subjectId === null ? [] : [subjectId] })?.requests ?? NONE;
  return pending.some((one) => kinds.includes(String(one.kind))) ? ALREADY_ASKED : null;
}

/** The pending requests about a subject: what is asked, who can decide, since when, and what can be done about it. */
export function PendingBanner({
  subjectId,
  effects,
}: {
  subjectId: string;
  /** What applies until the decision, by kind of request. */
  effects?: Readonly<Record<string, Label>>;
}) {
  const pending = usePending({ subjectIds: [subjectId] })?.requests ?? NONE;
  return pending.map((one) => <OneRequest key={one.id} request={one} effect={effects?.[String(one.kind)]} />);
}

/** The pending requests of kinds that would add rows to a list, which does not show them before their approval. */
export function PendingStrip({ kinds }: { kinds: readonly string[] }) {
  const t = useText();
  const [isWide, setWide] = useState(false);
  const fresh = (usePending({ kinds })?.requests ?? NONE).filter((one) => one.isNew);
  if (fresh.length === 0) return null;
  return (
    <section className="by-card-box pending-strip" aria-label={t(PENDING)}>
      <h2>
        {t({ zh: '{n} 条新增待审核，通过后进入列表', en: '{n} new, listed once approved' }, { n: fresh.length })}
        {fresh.length > SHOWN_IN_STRIP && (
          <ActButton type="link" size="small" onAct={() => setWide(!isWide)}>
            {t(isWide ? { zh: '收起', en: 'Less' } : { zh: '全部', en: 'All' })}
          </ActButton>
        )}
      </h2>
      {fresh.slice(0, isWide ? undefined : SHOWN_IN_STRIP).map((one) => (
        <OneRequest key={one.id} request={one} />
      ))}
    </section>
  );
}

function OneRequest({ request, effect }: { request: PendingReview; effect?: Label | undefined }) {
  const t = useText();
  const { deciders, deciderCount } = request;
  const others = deciderCount - deciders.length;
  return (
    <section className="pending" aria-label={t(PENDING)}>
      <p className="pending-what">
        <span className="pending-tag">{t(PENDING)}</span>
        <b>{request.summary}</b>
        <span>{t({ zh: '原因：{reason}', en: 'Reason: {reason}' }, { reason: request.reason })}</span>
        {effect && <span>{t(effect)}</span>}
      </p>
      <p className="pending-who by-small">
        {t({ zh: '{name}提交于', en: 'Requested by {name}' }, { name: request.requestedByName })}{' '}
        <TimeText at={request.requestedAt} style="minute" /> ·{' '}
        {deciderCount === 0 ? (
          <strong className="by-tone-bad">
            {t({
              zh: '没有人可以审核，请管理员转交，或撤回后调整审批流程',
              en: 'Nobody can decide it: have an administrator hand it over, or withdraw it and change the flow',
            })}
          </strong>
        ) : (
          t(
            others > 0
              ? { zh: '可由{names}等{count}人审核', en: 'can be decided by {names} and {others} more' }
              : { zh: '可由{names}审核', en: 'can be decided by {names}' },
            { names: deciders.join(t({ zh: '、', en: ', ' })), count: deciderCount, others },
          )
        )}
      </p>
      <Acts request={request} />
    </section>
  );
}

const NOBODY: Label = { zh: '没有人可以审核', en: 'Nobody can decide it' };

function Acts({ request }: { request: PendingReview }) {
  const t = useText();
  const moment = useNow(EVERY_MS);
  const [isHandingOver, setHandingOver] = useState(false);
  const [isWithdrawing, setWithdrawing] = useState(false);
  const again = request.remindedAt && new Date(request.remindedAt.getTime() + REMIND_AGAIN_MS);
  const tooSoon: Label | null =
    again && again > moment
      ? {
          zh: `已催办，${timeText(again, 'clock')} 后可再次催办`,
          en: `Reminded; possible again after ${timeText(again, 'clock')}`,
        }
      : null;
  return (
    <div className="pending-acts">
      {can(reviewList.access) && (
        <Link to={`/_cloud_operation/review?keyword=${request.reviewNo}&open=${request.id}`}>
          {t({ zh: '查看', en: 'View' })}
        </Link>
      )}
      <ActButton
        type="link"
        size="small"
        disabledReason={request.deciderCount === 0 ? NOBODY : tooSoon}
        onAct={async () => {
          const { remindedCount } = await call(remindReview, { reviewId: request.id });
          notify('good', { zh: `已提醒${remindedCount}人`, en: `${remindedCount} reminded` });
          await refreshAll();
        }}
      >
        {t(remindReview.title)}
      </ActButton>
      {request.isOwn && (
        <ActButton type="link" size="small" danger onAct={() => setWithdrawing(true)}>
          {t({ zh: '撤回', en: 'Withdraw' })}
        </ActButton>
      )}
      {request.deciderCount === 0 && can(handOverReview.access) && request.kind !== flowChangeReview.name && (
        <ActButton type="link" size="small" onAct={() => setHandingOver(true)}>
          {t(handOverReview.title)}
        </ActButton>
      )}
      {isHandingOver && (
        <HandOverReview reviewId={request.id} onClose={() => setHandingOver(false)} onDone={refreshAll} />
      )}
      {isWithdrawing && (
        <WithdrawReview reviewId={request.id} onClose={() => setWithdrawing(false)} onDone={refreshAll} />
      )}
    </div>
  );
}

/** Refetches what shows requests or their subjects. */
function refreshAll(): Promise<unknown> {
  return Promise.all(['list', 'order'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}

/** The kinds of the pending requests of the rows shown, by subject. */
const marked = createStore<ReadonlyMap<string, string>>(new Map());

/** Looks up which of the rows of a list have pending requests, for `PendingTag`; shows nothing. */
export function PendingRows({ ids }: { ids: readonly string[] }) {
  const pending = usePending({ subjectIds: ids })?.requests;
  useEffect(() => {
    if (!pending) return;
    const known = marked.get();
    const found = new Map(pending.map((one) => [one.subjectId, String(one.kind)]));
    const isSame = ids.every((id) => known.get(id) === found.get(id));
    if (isSame) return;
    const next = new Map([...known].filter(([id]) => !ids.includes(id)));
    for (const [id, kind] of found) next.set(id, kind);
    marked.set(next);
  }, [ids, pending]);
  return null;
}

/** Marks a row of a list that a pending request is about; the list contains `PendingRows`. */
export function PendingTag({ id }: { id: string }) {
  const kind = useStore(marked).get(id);
  const label = kind === undefined ? undefined : ReviewKindChoice[kind];
  return label ? <PendingMark label={label} /> : null;
}

/** The mark of a row that a pending request of this kind is about. */
export function PendingMark({ label }: { label: Label }) {
  const t = useText();
  const words = `${t(PENDING)}: ${t(label)}`;
  return (
    <span className="pending-tag" role="img" title={words} aria-label={words}>
      {t(MARK)}
    </span>
  );
}
