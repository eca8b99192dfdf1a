import { ListPage, Plate, useText } from '@boyun/kernel/web';
import { useOrderDrawer } from '@boyun/orders/web';
import { Button } from 'antd';
import { activityUseList } from '../activity/activity-use.contract.ts';

/** What activities took off which stays; a row leads to its order. */
export default function ActivityUsePage() {
  const t = useText();
  const [openOrder, drawer] = useOrderDrawer();
  return (
    <ListPage
      source={activityUseList}
      filters={['plate', 'lotId', 'from', 'to']}
      columns={['at', 'activityName', 'plate', 'lotId', 'orderNo', 'feeFen', 'amountFen']}
      cells={{
        at: { width: 170 },
        activityName: { width: 180, isGrowing: true },
        plate: { width: 130, cell: (row) => <Plate text={row.plate} /> },
        lotId: { width: 170 },
        orderNo: { width: 210 },
      }}
      sort="-at"
      onOpen={(row) => openOrder(row.orderId)}
      rowActs={(row) => (
        <Button type="link" onClick={() => openOrder(row.orderId)}>
          {t({ zh: '订单', en: 'Order' })}
        </Button>
      )}
      actsWidth={76}
      empty={{
        title: { zh: '还没有使用记录', en: 'Nothing used yet' },
        hint: { zh: '活动减免的停车费会记录在这里', en: 'What activities take off fees is recorded here' },
      }}
    >
      {() => drawer}
    </ListPage>
  );
}
