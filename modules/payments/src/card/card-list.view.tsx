import { ListPage, Plate, StateDot, useText } from '@boyun/kernel/web';
import { useOrderDrawer } from '@boyun/orders/web';
import type { ReactNode } from 'react';
import { StoredEntries } from '../stored-value/stored-entry-list.view.tsx';
import { CardEntryKind, CardRefusal, CardUseResult, cardEntryList, cardUseList } from './card-list.contract.ts';

/** Every movement of money on cards. */
export function CardEntries({ tabs }: { tabs: ReactNode }) {
  return (
    <StoredEntries
      source={cardEntryList}
      kinds={CardEntryKind}
      names={['cardNo', 'holderName']}
      filters={['cardNo', 'lotId', 'kind', 'from', 'to']}
      cells={{ cardNo: { width: 110 } }}
      tabs={tabs}
      hint={{
        zh: '充值、刷卡付费、换卡和退卡会记录在这里',
        en: 'Recharges, parking, replaced and returned cards appear here',
      }}
    />
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
