import { ListPage, Plate } from '@boyun/kernel/web';
import { OrderAct, useOrderDrawer } from '@boyun/orders/web';
import { vipUseList } from '../vip-use/vip-use.contract.ts';

/** The stays that a VIP group made cheaper. */
export default function VipUsePage() {
  const [openOrder, drawer] = useOrderDrawer();
  return (
    <>
      <ListPage
        source={vipUseList}
        columns={[
          'plate',
          'vipGroupId',
          'ownerName',
          'lotName',
          'enteredAt',
          'leftAt',
          'policy',
          'feeFen',
          'reducedFen',
          'paidFen',
          'orderNo',
        ]}
        filters={['plate', 'vipGroupId', 'from', 'to', 'lotId']}
        cells={{
          plate: { width: 132, cell: (row) => <Plate text={row.plate} /> },
          vipGroupId: { width: 130 },
          ownerName: { width: 90 },
          lotName: { width: 130 },
          policy: { width: 170, isGrowing: true },
          feeFen: { width: 88 },
          reducedFen: { width: 96 },
          paidFen: { width: 88 },
          orderNo: { isHiddenAtFirst: true },
        }}
        detailActs={(row) => <OrderAct orderId={row.orderId} onOpen={openOrder} />}
        empty={{
          title: { zh: '没有使用记录', en: 'Nothing was used' },
          hint: { zh: '最近31天；可选择离场时间', en: 'Of the last 31 days; choose another time of leaving' },
        }}
      />
      {drawer}
    </>
  );
}
