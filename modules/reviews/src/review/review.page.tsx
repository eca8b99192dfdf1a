import { disabledReason, type Label, type Output, type ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  FilterSwitch,
  type ListContext,
  ListPage,
  notify,
  OperationDialog,
  refreshLists,
  TimeText,
  useText,
} from '@boyun/kernel/web';
import { useState } from 'react';
import {
  approveReviews,
  DecisionObstacleWords,
  rejectReviews,
  reviewList,
  reviewTransitions,
} from './review.contract.ts';
import { ReviewDetail } from './review-detail.view.tsx';
import { OPTIONAL_NOTE, WithdrawReview } from './withdraw-review.form.tsx';
import './review.css';

type Row = ReportRow<typeof reviewList>;
interface Ask {
  readonly act: 'approve' | 'reject' | 'withdraw';
  readonly ids: readonly string[];
}

const NOTHING_CHOSEN = { zh: '请先勾选待审核的申请', en: 'Select requests first' };
const NOT_OWN = { zh: '只能撤回本人提交的申请', en: 'Only your own requests can be withdrawn' };

const undecidable = (row: Row): Label | null =>
  disabledReason(reviewTransitions, 'approve', row.state) ??
  (row.obstacle ? DecisionObstacleWords[row.obstacle] : null);

/** The requests for approval, decided singly or in bulk, each with its values before and after. */
export default function ReviewPage() {
  const [ask, setAsk] = useState<Ask | null>(null);
  return (
    <ListPage
      source={reviewList}
      columns={[
        'subject',
        'summary',
        'state',
        'amountFen',
        'reason',
        'requestedByName',
        'requestedAt',
        'lotId',
        'stage',
        'kind',
        'decidedByName',
        'decidedAt',
        'reviewNo',
      ]}
      filters={['keyword', 'kind', 'state', 'lotId', 'from', 'to']}
      cells={{
        subject: { width: 248 },
        kind: { width: 116 },
        state: { width: 92 },
        summary: { width: 156, isGrowing: false },
        amountFen: { width: 90 },
        reason: { width: 120, isGrowing: true },
        requestedByName: { width: 84 },
        requestedAt: { width: 134, cell: (row) => <TimeText at={row.requestedAt} style="minute" /> },
        stage: { label: { zh: '审批级别', en: 'Level' }, width: 120, cell: (row) => <Stage row={row} /> },
        lotId: { width: 132 },
        decidedByName: { width: 96 },
        decidedAt: { width: 134, cell: (row) => <TimeText at={row.decidedAt} style="minute" /> },
        reviewNo: { isHiddenAtFirst: true, width: 176 },
      }}
      toolbar={(context) => <Mine context={context} />}
      batch={{
        name: (row) => row.subject,
        isHidden: (row) => undecidable(row) !== null,
        acts: (rows) => <Tools ids={rows.map((row) => row.id)} onAsk={setAsk} />,
      }}
      detailTitle={(row) => row.subject}
      detailActs={(row) => <Acts row={row} onAsk={setAsk} />}
      detailWidth={680}
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
            await Promise.all([context.refresh(), refreshLists('order'), refreshLists('in-lot')]);
          }}
        />
      )}
    </ListPage>
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
  const { decideCount } = (context.listing?.totals ?? {}) as { decideCount?: number };
  return (
    <FilterSwitch
      context={context}
      filter="mine"
      choices={[
        { value: 'decide', label: { zh: '待我审核', en: 'For me' }, count: decideCount },
        { value: 'own', label: { zh: '我的申请', en: 'Mine' } },
      ]}
    />
  );
}

function Acts({ row, onAsk }: { row: Row; onAsk: (ask: Ask) => void }) {
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
        {t({ zh: '通过', en: 'Approve' })}
      </ActButton>
      <ActButton
        danger
        access={rejectReviews.access}
        disabledReason={reason}
        onAct={() => onAsk({ act: 'reject', ids })}
      >
        {t({ zh: '驳回', en: 'Reject' })}
      </ActButton>
      <ActButton
        disabledReason={disabledReason(reviewTransitions, 'withdraw', row.state) ?? (row.isOwn ? null : NOT_OWN)}
        onAct={() => onAsk({ act: 'withdraw', ids })}
      >
        {t({ zh: '撤回', en: 'Withdraw' })}
      </ActButton>
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
  return <WithdrawReview reviewId={ids[0]!} onClose={onClose} onDone={onDone} />;
}

/** Names the requests that could not be decided, then counts the others. */
function notifyDecided({ doneCount, failed }: Output<typeof approveReviews>, words: (count: number) => Label): void {
  for (const one of failed)
    notify('warn', { zh: `${one.reviewNo}：${one.message}`, en: `${one.reviewNo}: ${one.message}` });
  if (doneCount > 0) notify('good', words(doneCount));
}
