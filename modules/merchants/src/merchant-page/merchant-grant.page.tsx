import type { ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  choicesOf,
  FilterSwitch,
  ListPage,
  listLink,
  OperationDialog,
  Plate,
  refreshLists,
  useText,
} from '@boyun/kernel/web';
import { OrderAct, useOrderDrawer } from '@boyun/orders/web';
import { useState } from 'react';
import { GrantState, grantList, revokeGrant } from '../grant/grant.contract.ts';

type Row = ReportRow<typeof grantList>;

const ENDED = { zh: '已使用、已撤销或已过期', en: 'It was used or revoked, or is over' };
const STATES = choicesOf(GrantState);

/** What merchants have granted, with the order that used it. */
export default function MerchantGrantPage() {
  const t = useText();
  const [openOrder, drawer] = useOrderDrawer();
  const [revoked, setRevoked] = useState<Row | null>(null);
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
          way: { width: 100 },
          usedFen: { width: 96 },
          lotName: { width: 140 },
          grantedBy: { isHiddenAtFirst: true },
          orderNo: { isHiddenAtFirst: true },
          revokedReason: { isHiddenAtFirst: true },
        }}
        toolbar={(context) => <FilterSwitch context={context} filter="state" choices={STATES} />}
        rowActs={(row) => (
          <ActButton
            type="link"
            danger
            access={revokeGrant.access}
            disabledReason={row.state === 'granted' ? null : ENDED}
            onAct={() => setRevoked(row)}
          >
            {t({ zh: '撤销', en: 'Revoke' })}
          </ActButton>
        )}
        actsWidth={76}
        detailActs={(row) => <OrderAct orderId={row.orderId} onOpen={openOrder} />}
        empty={{
          title: { zh: '还没有发放记录', en: 'Nothing granted yet' },
          hint: { zh: '商家在工作台发放，或由车场代发', en: 'Merchants grant at their desk, or the operator for them' },
        }}
      />
      {drawer}
      {revoked && (
        <OperationDialog
          isOpen
          isDangerous
          of={revokeGrant}
          given={{ id: revoked.id }}
          fields={{ reason: revokeGrant.input.reason }}
          title={`${t(revokeGrant.title)} · ${revoked.plate}`}
          done={{ zh: '已撤销', en: 'Revoked' }}
          onClose={() => setRevoked(null)}
          onDone={() => refreshLists(grantList.name)}
        />
      )}
    </>
  );
}
