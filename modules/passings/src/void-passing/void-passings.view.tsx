import { ListPage, Plate, TimeText, useText, ZoomPicture } from '@boyun/kernel/web';
import { badgeOf } from '@boyun/lists/contract';
import { useOrderDrawer, type VoidTabProps } from '@boyun/orders/web';
import { PendingRows } from '@boyun/reviews/web';
import { Button } from 'antd';
import { voidPassingList } from './void-passing.contract.ts';
import { VoidPassing } from './void-passing.form.tsx';

const PICTURE = { zh: '过车图片', en: 'Picture' };

/** Void passing records: who asked, why, who agreed; each can be restored. */
export default function VoidPassings({ kinds }: VoidTabProps) {
  const t = useText();
  const [openOrder, drawer] = useOrderDrawer();
  return (
    <ListPage
      source={voidPassingList}
      columns={[
        'plate',
        'lotId',
        'laneId',
        'direction',
        'voidedAt',
        'voidReason',
        'requestedByName',
        'reviewerNames',
        'happenedAt',
        'picture',
      ]}
      filters={['plate', 'lotId', 'from', 'to']}
      toolbar={() => kinds}
      cells={{
        plate: {
          width: 164,
          isGrowing: false,
          cell: (row) => <Plate text={row.plate} color={row.plateColor} badge={badgeOf(row.standing)} />,
        },
        lotId: { width: 142 },
        laneId: { width: 116 },
        direction: { width: 76 },
        voidedAt: { width: 134, cell: (row) => <TimeText at={row.voidedAt} style="minute" /> },
        voidReason: { width: 200, isGrowing: true },
        requestedByName: { width: 96 },
        reviewerNames: {
          width: 110,
          cell: (row) =>
            row.reviewerNames ?? <span className="by-faint">{t({ zh: '无需审核', en: 'Not needed' })}</span>,
        },
        happenedAt: { width: 134, cell: (row) => <TimeText at={row.happenedAt} style="minute" /> },
        picture: { width: 84, cell: (row) => <ZoomPicture address={row.picture} label={PICTURE} /> },
      }}
      rowActs={(row) => <VoidPassing passing={row} act="restore" isLink />}
      actsWidth={108}
      detailTitle={(row) => <Plate text={row.plate} color={row.plateColor} />}
      detailActs={(row) => (
        <>
          {row.orderId && (
            <Button onClick={() => openOrder(row.orderId!)}>{t({ zh: '查看订单', en: 'See the order' })}</Button>
          )}
          <VoidPassing passing={row} act="restore" />
        </>
      )}
      empty={{
        title: { zh: '没有作废的过车记录', en: 'No passing record is void' },
        hint: {
          zh: '在过车记录详情中作废的记录会显示在这里，可以恢复',
          en: 'Passing records voided in their detail appear here and can be restored',
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
