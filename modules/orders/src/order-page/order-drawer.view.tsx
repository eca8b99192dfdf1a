import { liveChannel } from '@boyun/kernel/contract';
import {
  CrashGuard,
  call,
  Drawer,
  ErrorState,
  Plate,
  queryClient,
  refreshLists,
  Skeleton,
  SlotParts,
  useLanguage,
  useLive,
  usePhone,
  useText,
} from '@boyun/kernel/web';
import { badgeOf } from '@boyun/lists/contract';
import { useQuery } from '@tanstack/react-query';
import { getOrder } from '../order/order.contract.ts';
import { type OrderFacts, orderActs } from '../order/order-slot.view.ts';
import { ChangeActs } from '../order-change/change-act.view.tsx';
import { OrderDetail } from './order-detail.view.tsx';
import { OrderReceipt } from './order-receipt.view.tsx';

/** The fee of a car inside grows while somebody looks at it. */
const REFRESH_MS = 30_000;
const LISTS = ['order', 'in-lot', 'payment', 'passing', 'void-order', 'arrears', 'review'];

/** The drawer with everything that belongs to one order. */
export default function OrderDrawer({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const language = useLanguage();
  const t = useText();
  const isPhone = usePhone();
  const asked = useQuery({
    queryKey: ['order', orderId, language],
    queryFn: ({ signal }) => call(getOrder, { orderId }, { signal, isQuiet: true }),
    refetchInterval: REFRESH_MS,
  });
  // Events before the live channel was open were not delivered: fetch the order again.
  const onOpen = () => void asked.refetch({ cancelRefetch: false });
  useLive(
    liveChannel,
    [],
    (message) => {
      const data = message.data as { orderId?: string } | null;
      if (data?.orderId === orderId) void asked.refetch();
    },
    { onOpen },
  );
  const onChanged = async () => {
    await asked.refetch();
    for (const name of LISTS) void refreshLists(name);
    void queryClient.invalidateQueries({ queryKey: ['lane-board'] });
  };
  const order = asked.data?.order;
  const acts = order && <Acts order={order} onChanged={onChanged} />;
  return (
    <Drawer
      isOpen
      width={1080}
      title={
        order ? (
          <span className="order-title">
            <Plate text={order.plate} color={order.plateColor} badge={badgeOf(order.standing)} />
            <span className="by-figure by-faint">{order.orderNo}</span>
          </span>
        ) : (
          t({ zh: '停车订单', en: 'Parking order' })
        )
      }
      extra={!isPhone && acts}
      onClose={onClose}
    >
      <CrashGuard>
        {asked.data ? (
          <OrderDetail detail={asked.data} acts={isPhone && acts} onLeave={onClose} />
        ) : asked.error ? (
          <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <Skeleton lines={12} />
        )}
      </CrashGuard>
    </Drawer>
  );
}

function Acts({ order, onChanged }: { order: OrderFacts; onChanged: () => Promise<unknown> }) {
  return (
    <>
      <SlotParts of={orderActs} props={{ order, onChanged }} />
      <ChangeActs order={order} onChanged={onChanged} />
      <OrderReceipt order={order} />
    </>
  );
}
