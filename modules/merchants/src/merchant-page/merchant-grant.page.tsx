import { choicesOf, FilterSwitch, ListPage, listLink, Plate, refreshLists } from '@boyun/kernel/web';
import { OrderAct, useOrderDrawer } from '@boyun/orders/web';
import { GrantState, grantList, revokeGrant } from '../grant/grant.contract.ts';
import { useRevokeGrant } from './revoke-grant.view.tsx';

const STATES = choicesOf(GrantState);

/** What merchants have granted, with the order that used it. */
export default function MerchantGrantPage() {
  const [openOrder, drawer] = useOrderDrawer();
  const [revokeAct, revokeDialog] = useRevokeGrant(revokeGrant, () => refreshLists(grantList.name));
  return (
    <>
      <ListPage
        source={grantList}
        columns={[
          'merchantId',
          'discountName',
          'plate',
          'state',
          'way',
          'grantedAt',
          'validUntil',
          'usedFen',
          'usedAt',
          'lotName',
          'grantedBy',
          'orderNo',
          'revokedReason',
        ]}
        filters={['plate', 'from', 'to', 'merchantId', 'discountId', 'state', 'way']}
        cells={{
          merchantId: { width: 150 },
          discountName: { width: 160, isGrowing: true },
          plate: {
            width: 132,
            cell: (row) => <Plate text={row.plate} to={listLink('/_cloud_operation/order', { plate: row.plate })} />,
          },
          state: { width: 104 },
          way: { width: 130 },
          usedFen: { width: 96 },
          lotName: { width: 140 },
          grantedBy: { isHiddenAtFirst: true },
          orderNo: { isHiddenAtFirst: true },
          revokedReason: { isHiddenAtFirst: true },
        }}
        toolbar={(context) => <FilterSwitch context={context} filter="state" choices={STATES} />}
        rowActs={revokeAct}
        actsWidth={76}
        detailActs={(row) => <OrderAct orderId={row.orderId} onOpen={openOrder} />}
        empty={{
          title: { zh: '还没有发放记录', en: 'Nothing granted yet' },
          hint: { zh: '商家在工作台发放，或由车场代发', en: 'Merchants grant at their desk, or the operator for them' },
        }}
      />
      {drawer}
      {revokeDialog}
    </>
  );
}
