import { disabledReason, type Label, type Output, type ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  type CellSlots,
  can,
  FilterSwitch,
  type ListContext,
  ListPage,
  Money,
  notify,
  OperationDialog,
  queryClient,
  StateDot,
  TimeText,
  useText,
} from '@boyun/kernel/web';
import { useState } from 'react';
import { handOverReview } from '../hand-over/hand-over.contract.ts';
import { HandOverReview } from '../hand-over/hand-over.form.tsx';
import { flowChangeReview } from '../review/flow-review.contract.ts';
import {
  approveReviews,
  DecisionObstacleWords,
  ReviewState,
  rejectReviews,
  reviewList,
  reviewTransitions,
} from '../review/review.contract.ts';
import { KindTag, ReviewDetail, Subject } from '../review/review-detail.view.tsx';
import { OPTIONAL_NOTE, WithdrawReview } from '../review/withdraw-review.form.tsx';
import '../review/review.css';

type Row = ReportRow<typeof reviewList>;
interface Ask {
  readonly act: 'approve' | 'reject' | 'withdraw' | 'hand-over';
  readonly ids: readonly string[];
}

const NOTHING_CHOSEN = { zh: '请先勾选待审核的申请', en: 'Select requests first' };
const REVIEW_NO = /^S\d+$/;
const NOT_OWN = { zh: '只能撤回本人提交的申请', en: 'Only your own requests can be withdrawn' };

const undecidable = (row: Pick<Row, 'state' | 'obstacle'>): Label | null =>
  disabledReason(reviewTransitions, 'approve', row.state) ??
  (row.obstacle ? DecisionObstacleWords[row.obstacle] : null);

const COLUMNS = [
  'subject',
  'summary',
  'state',
  'amountFen',
  'reason',
  'requestedByName',
  'requestedAt',
  'lotIds',
  'stage',
  'kind',
  'decidedByName',
  'decidedAt',
  'reviewNo',
];
const CELLS: CellSlots<Row> = {
  subject: { width: 248, cell: (row) => <Subject text={row.subject} /> },
  kind: { width: 116 },
  state: { width: 92 },
  summary: { width: 156, isGrowing: false },
  amountFen: { width: 90 },
  reason: { width: 120, isGrowing: true },
  requestedByName: { width: 84 },
  requestedAt: { width: 134, cell: (row) => <TimeText at={row.requestedAt} style="minute" /> },
  stage: { label: { zh: '审批级别', en: 'Level' }, width: 120, cell: (row) => <Stage row={row} /> },
  lotIds: { width: 132 },
  decidedByName: { width: 96 },
  decidedAt: { width: 134, cell: (row) => <TimeText at={row.decidedAt} style="minute" /> },
  reviewNo: { isHiddenAtFirst: true, width: 176 },
};
const SIDE_ROW_PX = 64;

/** The requests for approval with their values before and after: list and detail beside each other, decided singly or in bulk. */
export default function ReviewPage() {
  const [ask, setAsk] = useState<Ask | null>(null);
  return (
    <ListPage
      source={reviewList}
      columns={COLUMNS}
      filters={['keyword', 'kind', 'state', 'lotId', 'from', 'to']}
      cells={CELLS}
      side={{
        rowPx: SIDE_ROW_PX,
        columns: ['requestedAt'],
        cells: {
          requestedAt: {
            label: { zh: '申请', en: 'Request' },
            width: 320,
            isGrowing: true,
            cell: (row) => <Brief row={row} />,
          },
        },
        show: (openId) =>
          openId ? (
            <ReviewDetail key={openId} reviewId={openId} acts={(review) => <Acts row={review} onAsk={setAsk} />} />
          ) : null,
      }}
      toolbar={(context) => <Mine context={context} />}
      batch={{
        name: (row) => row.subject,
        isHidden: (row) => undecidable(row) !== null,
        acts: (rows) => <Tools ids={rows.map((row) => row.id)} onAsk={setAsk} />,
      }}
      keys={(context) => {
        const open = context.listing?.rows.find(
          (row) => row.id === (context.state.openId ?? context.listing?.rows[0]?.id),
        );
        const key = (act: Ask['act']) =>
          open && can(approveReviews.access) && !undecidable(open) ? () => setAsk({ act, ids: [open.id] }) : undefined;
        return { a: key('approve'), r: key('reject') };
      }}
      detailTitle={(row) => row.subject}
      detailActs={(row) => <Acts row={row} onAsk={setAsk} />}
      detailWidth={720}
      detail={(row) => <ReviewDetail reviewId={row.id} />}
      empty={{
        title: { zh: '没有申请', en: 'No requests' },
        hint: {
          zh: '需要他人审核的操作会显示在这里，通过后才生效',
          en: 'Operations that require approval appear here and take effect once approved',
        },
      }}
    >
      {(context) => (
        <Decide
          ask={ask}
          onClose={() => setAsk(null)}
          onDone={async () => {
            if (ask?.ids.length === 1) openNext(context, ask.ids[0]!);
            // A decision may change the list of any module.
            await queryClient.invalidateQueries({ queryKey: ['list'] });
          }}
        />
      )}
    </ListPage>
  );
}

/** Opens the request after a decided one that the caller can decide, or the first such; where there is none, the decided one stays. */
function openNext({ listing, state }: ListContext<Row>, decidedId: string): void {
  const rows = listing?.rows ?? [];
  const at = rows.findIndex((row) => row.id === decidedId);
  const next = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))].find((row) => !undecidable(row));
  state.setOpen(next?.id ?? decidedId);
}

/** A request in two lines: kind, subject and amount; reason, person and time. */
function Brief({ row }: { row: Row }) {
  return (
    <span className="review-brief">
      <span>
        <KindTag kind={String(row.kind)} />
        <Subject text={row.subject} />
        {row.state !== 'pending' && <StateDot tone={ReviewState[row.state].tone} label={ReviewState[row.state]} />}
        {row.amountFen !== null && (
          <b>
            <Money fen={row.amountFen} />
          </b>
        )}
      </span>
      <span className="by-small">
        <span className="review-brief-reason">{row.reason}</span>
        <span className="by-faint">
          {row.requestedByName} <TimeText at={row.requestedAt} style="minute" />
        </span>
      </span>
    </span>
  );
}

function Stage({ row }: { row: Row }) {
  const t = useText();
  if (row.levelCount <= 1) return <span className="by-faint">{row.roleName ?? t({ zh: '一级', en: 'One' })}</span>;
  return (
    <span className="by-figure">
      {row.level}/{row.levelCount} {row.roleName}
    </span>
  );
}

function Tools({ ids, onAsk }: { ids: readonly string[]; onAsk: (ask: Ask) => void }) {
  const t = useText();
  const reason = ids.length === 0 ? NOTHING_CHOSEN : null;
  const count = ids.length > 0 ? ` (${ids.length})` : '';
  return (
    <>
      <ActButton
        type="primary"
        access={approveReviews.access}
        disabledReason={reason}
        onAct={() => onAsk({ act: 'approve', ids })}
      >
        {t({ zh: '批量通过', en: 'Approve' })}
        {count}
      </ActButton>
      <ActButton
        danger
        access={rejectReviews.access}
        disabledReason={reason}
        onAct={() => onAsk({ act: 'reject', ids })}
      >
        {t({ zh: '批量驳回', en: 'Reject' })}
        {count}
      </ActButton>
    </>
  );
}

function Mine({ context }: { context: ListContext<Row> }) {
  const { decideCount, nobodyCount } = (context.listing?.totals ?? {}) as {
    decideCount?: number;
    nobodyCount?: number;
  };
  return (
    <FilterSwitch
      context={context}
      filter="mine"
      choices={[
        { value: 'decide', label: { zh: '待我审核', en: 'For me' }, count: decideCount },
        { value: 'own', label: { zh: '我的申请', en: 'Mine' } },
        ...(nobodyCount || context.state.filters.mine === 'nobody'
          ? [{ value: 'nobody', label: { zh: '无人可审核', en: 'Nobody can decide' }, count: nobodyCount }]
          : []),
      ]}
    />
  );
}

/** Whether it is a pending request of this module; decisions that other modules keep have no number of their own. */
const canBeHandedOver = (row: Pick<Row, 'state' | 'kind' | 'reviewNo'>) =>
  row.state === 'pending' && row.kind !== flowChangeReview.name && REVIEW_NO.test(row.reviewNo);

function Acts({
  row,
  onAsk,
}: {
  row: Pick<Row, 'id' | 'state' | 'obstacle' | 'isOwn' | 'kind' | 'reviewNo'>;
  onAsk: (ask: Ask) => void;
}) {
  const t = useText();
  const ids = [row.id];
  const reason = undecidable(row);
  return (
    <>
      <ActButton
        type="primary"
        access={approveReviews.access}
        disabledReason={reason}
        onAct={() => onAsk({ act: 'approve', ids })}
      >
        <span className="review-key" data-key="A">
          {t({ zh: '通过', en: 'Approve' })}
        </span>
      </ActButton>
      <ActButton
        danger
        access={rejectReviews.access}
        disabledReason={reason}
        onAct={() => onAsk({ act: 'reject', ids })}
      >
        <span className="review-key" data-key="R">
          {t({ zh: '驳回', en: 'Reject' })}
        </span>
      </ActButton>
      <ActButton
        disabledReason={disabledReason(reviewTransitions, 'withdraw', row.state) ?? (row.isOwn ? null : NOT_OWN)}
        onAct={() => onAsk({ act: 'withdraw', ids })}
      >
        {t({ zh: '撤回', en: 'Withdraw' })}
      </ActButton>
      {canBeHandedOver(row) && (
        <ActButton access={handOverReview.access} onAct={() => onAsk({ act: 'hand-over', ids })}>
          {t(handOverReview.title)}
        </ActButton>
      )}
    </>
  );
}

/** The dialog of a decision on requests. */
function Decide({ ask, onClose, onDone }: { ask: Ask | null; onClose: () => void; onDone: () => Promise<unknown> }) {
  const t = useText();
  if (!ask) return null;
  const { act, ids } = ask;
  const shared = { isOpen: true, onClose, okText: { zh: '确定', en: 'OK' } };
  const given = { reviewIds: [...ids] };
  if (act === 'approve')
    return (
      <OperationDialog
        {...shared}
        of={approveReviews}
        given={given}
        fields={{ note: { ...approveReviews.input.note, label: OPTIONAL_NOTE } }}
        title={t({ zh: '通过 {n} 项申请', en: 'Approve {n}' }, { n: ids.length })}
        hint={{ zh: '最后一级通过后立即生效。', en: 'Requests that pass their last level take effect immediately.' }}
        onDone={async (result) => {
          notifyDecided(result, (n) => ({ zh: `已通过${n}项申请`, en: `${n} approved` }));
          await onDone();
        }}
      />
    );
  if (act === 'reject')
    return (
      <OperationDialog
        {...shared}
        of={rejectReviews}
        given={given}
        fields={{ note: rejectReviews.input.note }}
        isDangerous
        title={t({ zh: '驳回 {n} 项申请', en: 'Reject {n}' }, { n: ids.length })}
        hint={{ zh: '申请人会看到驳回原因。', en: 'The requester will see the reason.' }}
        onDone={async (result) => {
          notifyDecided(result, (n) => ({ zh: `已驳回${n}项申请`, en: `${n} rejected` }));
          await onDone();
        }}
      />
    );
  if (act === 'hand-over') return <HandOverReview reviewId={ids[0]!} onClose={onClose} onDone={onDone} />;
  return <WithdrawReview reviewId={ids[0]!} onClose={onClose} onDone={onDone} />;
}

/** Names the requests that could not be decided, then counts the others. */
function notifyDecided({ doneCount, failed }: Output<typeof approveReviews>, words: (count: number) => Label): void {
  for (const one of failed)
    notify('warn', { zh: `${one.reviewNo}：${one.message}`, en: `${one.reviewNo}: ${one.message}` });
  if (doneCount > 0) notify('good', words(doneCount));
}
