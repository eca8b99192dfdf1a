import {
  call,
  DurationText,
  ErrorState,
  FieldValue,
  Skeleton,
  TimeText,
  useLanguage,
  useNow,
  useText,
  ZoomPicture,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { getOrder } from '../order/order.contract.ts';
import type { OrderFacts } from '../order/order-slot.view.ts';
import '../order/order.css';

const orderFields = getOrder.output.order.fields!;

/** The evidence of an order for those who decide a request about it. */
export default function ReviewedOrder({ subjectId }: { subjectId: string }) {
  const language = useLanguage();
  const asked = useQuery({
    queryKey: ['order', subjectId, language],
    queryFn: ({ signal }) => call(getOrder, { orderId: subjectId }, { signal, isQuiet: true }),
  });
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  return asked.data ? <OrderEvidence order={asked.data.order} /> : <Skeleton lines={4} />;
}

/** Entry and exit of an order with their pictures, and the time between them. */
export function OrderEvidence({ order }: { order: OrderFacts }) {
  const t = useText();
  const moment = useNow(1000);
  const isInside = order.parkingState === 'inside';
  const end = order.leftAt ?? (isInside ? moment : null);
  return (
    <section className="order-evidence">
      <figure>
        <ZoomPicture address={order.entryPicture} label={{ zh: '入场图片', en: 'Entry picture' }} size="fill" />
        <figcaption>
          <strong>{t({ zh: '入场', en: 'In' })}</strong>
          <TimeText at={order.enteredAt} zone={order.timeZone} />
          <span className="by-faint">{order.entryLaneName ?? t({ zh: '无入场记录', en: 'No entry seen' })}</span>
        </figcaption>
      </figure>
      <div className="order-stay">
        <span className="by-small by-faint">
          {t(isInside ? { zh: '已停', en: 'So far' } : { zh: '停车', en: 'Stayed' })}
        </span>
        <b>
          <DurationText seconds={end ? (end.getTime() - order.enteredAt.getTime()) / 1000 : null} />
        </b>
        <i aria-hidden="true" />
        <span className="by-small by-faint">
          <FieldValue field={orderFields.lotId!} fieldKey="lotId" row={order} />
        </span>
      </div>
      <figure>
        {isInside ? (
          <span className="order-inside">{t({ zh: '车辆仍在场内', en: 'The car is still inside' })}</span>
        ) : (
          <ZoomPicture address={order.exitPicture} label={{ zh: '出场图片', en: 'Exit picture' }} size="fill" />
        )}
        <figcaption>
          <strong>{t({ zh: '出场', en: 'Out' })}</strong>
          <TimeText at={order.leftAt} zone={order.timeZone} />
          <span className="by-faint">{order.exitLaneName}</span>
        </figcaption>
      </figure>
    </section>
  );
}
