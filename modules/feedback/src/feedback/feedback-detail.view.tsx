import type { ReportRow } from '@boyun/kernel/contract';
import {
  call,
  can,
  ErrorState,
  FieldList,
  Plate,
  Skeleton,
  StateDot,
  TimeText,
  useLanguage,
  useText,
  ZoomPicture,
} from '@boyun/kernel/web';
import { orderList } from '@boyun/orders/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { FeedbackKind, FeedbackState, feedbackList, getFeedback } from './feedback.contract.ts';
import './feedback.css';

type Row = ReportRow<typeof feedbackList>;

/** Detail of a feedback: text, pictures, its order, replies and outcome. */
export function FeedbackDetail({ row, onOrder }: { row: Row; onOrder: (orderId: string) => void }) {
  const t = useText();
  const language = useLanguage();
  const asked = useQuery({
    queryKey: ['feedback', row.id, row.state, row.answeredAt, row.pictureCount, language],
    queryFn: ({ signal }) => call(getFeedback, { feedbackId: row.id }, { signal, isQuiet: true }),
    placeholderData: (before) => before,
  });
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton lines={6} />;
  const { pictures, answers } = asked.data;
  return (
    <div className="feedback-detail">
      <div className="feedback-head">
        {row.plate && <Plate text={row.plate} size="large" />}
        <b>{t(FeedbackKind[row.kind])}</b>
        <StateDot tone={FeedbackState[row.state].tone} label={FeedbackState[row.state]} />
      </div>
      <p className="feedback-words">{row.content}</p>
      {pictures.length > 0 && (
        <div className="feedback-thumbs">
          {pictures.map((one) => (
            <ZoomPicture key={one} address={one} label={{ zh: '反馈图片', en: 'Picture' }} size="fill" />
          ))}
        </div>
      )}
      <FieldList
        fields={feedbackList.columns}
        keys={['lotId', 'createdAt', 'mobile', ...(row.orderId ? ['orderNo'] : []), 'claimedByName', 'claimedAt']}
        row={row}
        cells={
          row.orderId && can(orderList.access)
            ? {
                orderNo: (
                  <Button type="link" size="small" onClick={() => onOrder(row.orderId!)}>
                    {row.orderNo ?? t({ zh: '查看订单', en: 'See the order' })}
                  </Button>
                ),
              }
            : {}
        }
      />
      <section>
        <h3 className="by-card-title">{t({ zh: '回复', en: 'Answers' })}</h3>
        {answers.length === 0 && <p className="by-hint">{t({ zh: '还没有回复', en: 'Nothing was answered yet' })}</p>}
        {answers.map((one) => (
          <blockquote key={one.at.getTime()} className="feedback-answer">
            <span>
              {one.actorName} · <TimeText at={one.at} style="minute" />
              {one.hasSms && ` · ${t({ zh: '已发短信', en: 'by SMS too' })}`}
            </span>
            {one.text}
          </blockquote>
        ))}
        {row.closedAt && (
          <p className="by-hint">
            {t(
              { zh: '{name} 关闭：{note}', en: 'Closed by {name}: {note}' },
              { name: row.closedByName ?? '', note: row.closeNote ?? '' },
            )}
          </p>
        )}
      </section>
    </div>
  );
}
