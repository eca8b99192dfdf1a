import { ListPage, Money, Plate, StateDot, useText } from '@boyun/kernel/web';
import { useOrderDrawer } from '@boyun/orders/web';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { CardEntryKind, CardRefusal, CardUseResult, cardEntryList, cardUseList } from './card-list.contract.ts';

/** Every move of money on cards. */
export function CardEntries({ tabs }: { tabs: ReactNode }) {
  const [openOrder, drawer] = useOrderDrawer();
  return (
    <>
      <ListPage
        source={cardEntryList}
        columns={[
          'at',
          'cardNo',
          'holderName',
          'kind',
          'amountFen',
          'balanceFen',
          'lotId',
          'note',
          'paymentNo',
          'actorName',
        ]}
        filters={['cardNo', 'lotId', 'kind', 'from', 'to']}
        cells={{
          at: { width: 150 },
          cardNo: { width: 110 },
          holderName: { width: 110 },
          kind: {
            width: 120,
            cell: (row) => <StateDot tone={CardEntryKind[row.kind].tone} label={CardEntryKind[row.kind]} />,
          },
          amountFen: { width: 104, cell: (row) => <Money fen={row.amountFen} isStrong /> },
          balanceFen: { width: 104 },
          lotId: { width: 140 },
          note: { width: 160, isGrowing: true },
          paymentNo: {
            width: 196,
            cell: (row) =>
              row.orderId ? (
                <Button type="link" size="small" onClick={() => openOrder(row.orderId!)}>
                  {row.paymentNo}
                </Button>
              ) : (
                (row.paymentNo ?? '—')
              ),
          },
          actorName: { width: 100 },
        }}
        toolbar={() => tabs}
        empty={{
          title: { zh: '还没有余额流水', en: 'No money was moved yet' },
          hint: {
            zh: '充值、刷卡付费、换卡和退卡会记录在这里',
            en: 'Recharges, parking, replaced and returned cards appear here',
          },
        }}
      />
      {drawer}
    </>
  );
}

/** Uses of cards at readers, with their outcomes. */
export function CardUses({ tabs }: { tabs: ReactNode }) {
  const t = useText();
  const [openOrder, drawer] = useOrderDrawer();
  return (
    <>
      <ListPage
        source={cardUseList}
        columns={[
          'at',
          'cardNo',
          'holderName',
          'result',
          'plate',
          'amountFen',
          'balanceFen',
          'lotId',
          'laneId',
          'actorName',
          'chipUid',
        ]}
        filters={['cardNo', 'lotId', 'plate', 'result', 'from', 'to']}
        cells={{
          at: { width: 150 },
          cardNo: {
            width: 110,
            cell: (row) => row.cardNo ?? <span className="by-faint">{t({ zh: '未登记', en: 'Unknown' })}</span>,
          },
          holderName: { width: 110 },
          result: {
            width: 170,
            cell: (row) => (
              <StateDot
                tone={CardUseResult[row.result].tone}
                label={row.reason ? CardRefusal[row.reason] : CardUseResult[row.result]}
              />
            ),
          },
          plate: { width: 124, isGrowing: false, cell: (row) => <Plate text={row.plate} /> },
          amountFen: { width: 96 },
          balanceFen: { width: 96 },
          lotId: { width: 140 },
          laneId: { width: 120 },
          actorName: { width: 100 },
          chipUid: { isHiddenAtFirst: true },
        }}
        toolbar={() => tabs}
        onOpen={(row) => row.orderId && openOrder(row.orderId)}
        empty={{
          title: { zh: '还没有使用记录', en: 'No card was used yet' },
          hint: {
            zh: '在车道刷卡或按卡号收费后会记录在这里',
            en: 'Cards held to a reader, or paid from at a booth, appear here',
          },
        }}
      />
      {drawer}
    </>
  );
}
