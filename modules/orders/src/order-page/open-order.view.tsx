import { ActButton, useAddressWord, useText } from '@boyun/kernel/web';
import { lazy, type ReactNode, Suspense } from 'react';
import { orderList } from '../order/order.contract.ts';

const Drawer = lazy(() => import('./order-drawer.view.tsx'));

/** The drawer with everything that belongs to one order; any page may show it, closed while the id is null. */
export function OrderDrawer({ orderId, onClose }: { orderId: string | null; onClose: () => void }) {
  // Its code comes with the first order that is opened.
  if (orderId === null) return null;
  return (
    <Suspense fallback={null}>
      <Drawer key={orderId} orderId={orderId} onClose={onClose} />
    </Suspense>
  );
}

/** For a list beside orders: opens the drawer of one, which the address keeps as `orderId`. */
export function useOrderDrawer(): readonly [open: (orderId: string) => void, drawer: ReactNode] {
  const [orderId, setOrderId] = useAddressWord('orderId');
  return [setOrderId, <OrderDrawer key="order" orderId={orderId} onClose={() => setOrderId(null)} />];
}

/** A button in the details of what a stay used, which opens that stay; nothing where none did. */
export function OrderAct({ orderId, onOpen }: { orderId: string | null; onOpen: (orderId: string) => void }) {
  const t = useText();
  if (!orderId) return null;
  return (
    <ActButton access={orderList.access} onAct={() => onOpen(orderId)}>
      {t({ zh: '查看订单', en: 'Open the order' })}
    </ActButton>
  );
}
