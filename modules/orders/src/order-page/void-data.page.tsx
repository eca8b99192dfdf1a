import {
  ListPage,
  moneyText,
  refreshLists,
  TimeText,
  useAddressWord,
  useSlots,
  useText,
  ZoomPicture,
} from '@boyun/kernel/web';
import { PendingRows } from '@boyun/reviews/web';
import { Segmented } from 'antd';
import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { OrderPlate } from '../order/order-cell.view.tsx';
import { Restore } from '../order-change/change-act.view.tsx';
import { voidList } from '../order-change/order-change.contract.ts';
import { useOrderDrawer } from './open-order.view.tsx';
import { type VoidTabProps, voidTabs } from './void-tab.view.ts';

const ORDERS = { zh: '订单', en: 'Orders' };

/** Void data by kind: orders, and what other modules void. */
export default function VoidDataPage() {
  const t = useText();
  const tabs = useSlots(voidTabs);
  const [kind] = useAddressWord('kind');
  const navigate = useNavigate();
  const chosen = tabs.find((one) => one.key === kind);
  const kinds = (
    <Segmented<string>
      value={chosen?.key ?? ''}
      options={[{ key: '', label: ORDERS }, ...tabs].map(({ key, label }) => ({ value: key, label: t(label) }))}
      // The filters of one kind are not those of another.
      onChange={(key) => void navigate(key ? `?kind=${key}` : '?', { replace: true })}
    />
  );
  return chosen ? (
    <Suspense fallback={null}>
      <chosen.Page kinds={kinds} />
    </Suspense>
  ) : (
    <VoidOrders kinds={kinds} />
  );
}

/** Void orders: who asked, why, who agreed; each can be brought back. */
function VoidOrders({ kinds }: VoidTabProps) {
  const t = useText();
  const [openOrder, drawer] = useOrderDrawer();
  return (
    <ListPage
      source={voidList}
      toolbar={() => kinds}
      columns={[
        'plate',
        'lotId',
        'voidedAt',
        'voidReason',
        'requestedByName',
        'reviewerNames',
        'feeFen',
        'enteredAt',
        'leftAt',
        'entryPicture',
        'orderNo',
      ]}
      filters={['plate', 'lotId', 'from', 'to']}
      cells={{
        plate: { width: 164, isGrowing: false, cell: (row) => <OrderPlate row={row} /> },
        lotId: { width: 142 },
        voidedAt: { width: 134, cell: (row) => <TimeText at={row.voidedAt} style="minute" /> },
        voidReason: { width: 200, isGrowing: true },
        requestedByName: { width: 96 },
        reviewerNames: {
          width: 110,
          cell: (row) =>
            row.reviewerNames ?? <span className="by-faint">{t({ zh: '无需审核', en: 'Not needed' })}</span>,
        },
        feeFen: { width: 92, cell: (row) => <span className="by-figure">{moneyText(row.feeFen)}</span> },
        enteredAt: { width: 134, cell: (row) => <TimeText at={row.enteredAt} style="minute" /> },
        leftAt: { width: 134, cell: (row) => <TimeText at={row.leftAt} style="minute" /> },
        entryPicture: {
          width: 84,
          cell: (row) => <ZoomPicture address={row.entryPicture} label={{ zh: '入场图片', en: 'Entry picture' }} />,
        },
        orderNo: { width: 176 },
      }}
      rowActs={(row, context) => (
        <Restore
          order={row}
          isLink
          onChanged={async () => {
            await context.refresh();
            await Promise.all([refreshLists('order'), refreshLists('in-lot')]);
          }}
        />
      )}
      actsWidth={108}
      onOpen={(row) => openOrder(row.id)}
      empty={{
        title: { zh: '没有作废数据', en: 'Nothing is void' },
        hint: {
          zh: '在订单详情中作废的订单会显示在这里，可以恢复',
          en: 'Orders voided in their detail appear here and can be restored',
        },
      }}
    >
      {({ listing }) => (
        <>
          <PendingRows ids={listing?.rows.map((row) => row.id) ?? []} />
          {drawer}
        </>
      )}
    </ListPage>
  );
}
