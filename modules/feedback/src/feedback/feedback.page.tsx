import { disabledReason, type Label, type ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  can,
  choicesOf,
  FilterSwitch,
  type ListContext,
  ListPage,
  notify,
  OperationDialog,
  Plate,
  readSession,
  refreshLists,
  StateDot,
  TimeText,
  useText,
} from '@boyun/kernel/web';
import { useOrderDrawer } from '@boyun/orders/web';
import { useState } from 'react';
import {
  answerFeedback,
  claimFeedback,
  closeFeedback,
  FeedbackState,
  feedbackList,
  feedbackTransitions,
} from './feedback.contract.ts';
import { FeedbackDetail } from './feedback-detail.view.tsx';

type Row = ReportRow<typeof feedbackList>;
type Asked = { readonly row: Row; readonly act: 'answer' | 'close' };

/** Page of feedback: claim, answer and close. */
export default function FeedbackPage() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [openOrder, orderDrawer] = useOrderDrawer();
  return (
    <>
      <ListPage
        source={feedbackList}
        columns={[
          'state',
          'kind',
          'content',
          'pictureCount',
          'lotId',
          'plate',
          'createdAt',
          'claimedByName',
          'answer',
          'answeredAt',
          'feedbackNo',
          'mobile',
          'orderNo',
          'closedAt',
        ]}
        filters={['lotId', 'kind', 'plate', 'word', 'from', 'to']}
        sort="-createdAt"
        cells={{
          state: { width: 104, cell: (row) => <StateDot {...dotOf(row)} /> },
          kind: { width: 100 },
          content: { width: 260, isGrowing: true, cell: (row) => <span title={row.content}>{row.content}</span> },
          pictureCount: { width: 76, cell: (row) => row.pictureCount || <span className="by-faint">—</span> },
          lotId: { width: 150 },
          plate: {
            width: 124,
            isGrowing: false,
            cell: (row) => (row.plate ? <Plate text={row.plate} /> : <span className="by-faint">—</span>),
          },
          createdAt: { width: 134, cell: (row) => <TimeText at={row.createdAt} style="minute" /> },
          claimedByName: { width: 90 },
          answer: { width: 220, isGrowing: true },
          answeredAt: { width: 134 },
          feedbackNo: { width: 150, isHiddenAtFirst: true },
          mobile: { width: 120, isHiddenAtFirst: true },
          orderNo: { width: 190, isHiddenAtFirst: true },
          closedAt: { isHiddenAtFirst: true },
        }}
        toolbar={(context) => <Switches context={context} />}
        rowActs={(row) => <Acts row={row} onAsk={(act) => setAsked({ row, act })} isLink />}
        actsWidth={196}
        detailTitle={(row) => row.feedbackNo}
        detailActs={(row) => <Acts row={row} onAsk={(act) => setAsked({ row, act })} />}
        detailWidth={600}
        detail={(row) => <FeedbackDetail row={row} onOrder={openOrder} />}
        empty={{
          title: { zh: '没有意见反馈', en: 'No feedback' },
          hint: {
            zh: '车主在支付、预约和访客页面底部点击“提交意见反馈”后，会显示在这里',
            en: 'Drivers open feedback from the bottom of payment, booking and invitation pages',
          },
        }}
      />
      <Dialog asked={asked} onClose={() => setAsked(null)} />
      {orderDrawer}
    </>
  );
}

/** The dialog that answers the driver or closes the feedback. */
function Dialog({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  const t = useText();
  const shared = { isOpen: true, onClose, onSettled: refresh };
  if (!asked) return null;
  const given = { feedbackId: asked.row.id };
  return asked.act === 'answer' ? (
    <OperationDialog
      {...shared}
      of={answerFeedback}
      given={given}
      fields={{ text: answerFeedback.input.text }}
      title={t({ zh: '回复车主', en: 'Answer the driver' })}
      hint={hintOf(asked.row)}
      okText={{ zh: '发送回复', en: 'Send the answer' }}
      done={({ hasSms }) =>
        hasSms ? { zh: '已回复，并发送短信', en: 'Answered, by SMS too' } : { zh: '已回复', en: 'Answered' }
      }
    />
  ) : (
    <OperationDialog
      {...shared}
      of={closeFeedback}
      given={given}
      fields={{ note: closeFeedback.input.note }}
      title={t({ zh: '关闭反馈', en: 'Close the feedback' })}
      hint={{ zh: '说明仅工作人员可见', en: 'Only the staff sees the note' }}
      okText={{ zh: '关闭', en: 'Close it' }}
      done={{ zh: '反馈已关闭', en: 'It is closed' }}
    />
  );
}

const refresh = () => refreshLists(feedbackList.name);
const dotOf = (row: Row) => ({ tone: FeedbackState[row.state].tone, label: FeedbackState[row.state] });

function hintOf(row: Row): Label {
  return row.mobile
    ? {
        zh: `车主可在反馈页看到回复，并发送短信至 ${row.mobile}`,
        en: `The driver sees it on the page and gets an SMS to ${row.mobile}`,
      }
    : {
        zh: '车主未留手机号，只能在反馈页看到回复',
        en: 'No mobile number: the driver sees it only on the page',
      };
}

const OTHERS: Label = { zh: '由他人处理，需要时请先接手', en: 'A colleague has it; take it over first' };

/** Buttons for the current state, by the same transitions as on the server. */
function Acts({ row, onAsk, isLink }: { row: Row; onAsk: (act: Asked['act']) => void; isLink?: boolean }) {
  const t = useText();
  const isOthers = row.state === 'claimed' && row.claimedById !== readSession('userId');
  const reason = (act: Asked['act']) =>
    disabledReason(feedbackTransitions, act, row.state) ?? (isOthers ? OTHERS : null);
  const claim = async (isTakenOver: boolean) => {
    await call(claimFeedback, { feedbackId: row.id, isTakenOver }).finally(refresh);
    notify('good', { zh: '已受理，请处理后回复', en: 'Taken. Process it, then answer' });
  };
  const type = isLink ? 'link' : 'default';
  if (row.state === 'closed') return null;
  return (
    <>
      {row.state === 'new' && (
        <ActButton type={isLink ? 'link' : 'primary'} access={claimFeedback.access} onAct={() => claim(false)}>
          {t(claimFeedback.title)}
        </ActButton>
      )}
      {isOthers && (
        <ActButton type={type} access={claimFeedback.access} onAct={() => claim(true)}>
          {t({ zh: '接手', en: 'Take over' })}
        </ActButton>
      )}
      {(row.state !== 'new' || !isLink) && (
        <>
          <ActButton
            type={type}
            access={answerFeedback.access}
            disabledReason={reason('answer')}
            onAct={() => onAsk('answer')}
          >
            {t(answerFeedback.title)}
          </ActButton>
          {!(isLink && isOthers) && (
            <ActButton
              type={type}
              access={closeFeedback.access}
              disabledReason={reason('close')}
              onAct={() => onAsk('close')}
            >
              {t(closeFeedback.title)}
            </ActButton>
          )}
        </>
      )}
    </>
  );
}

function Switches({ context }: { context: ListContext<Row> }) {
  const { newCount, claimedCount } = (context.listing?.totals ?? {}) as { newCount?: number; claimedCount?: number };
  const counts: Readonly<Record<string, number | undefined>> = { new: newCount, claimed: claimedCount };
  const choices = choicesOf(FeedbackState).map((one) => ({ ...one, count: counts[String(one.value)] }));
  return (
    <>
      <FilterSwitch context={context} filter="state" choices={choices} />
      {can(answerFeedback.access) && (
        <FilterSwitch
          context={context}
          filter="isMine"
          choices={[{ value: true, label: feedbackList.filters.isMine.label }]}
          allLabel={{ zh: '全部人员', en: "Everybody's" }}
        />
      )}
    </>
  );
}
