import type { ChoiceTable, Label, Report } from '@boyun/kernel/contract';
import { type CellSlots, type FilterKey, ListPage, Money, Plate, type RowOf, StateDot } from '@boyun/kernel/web';
import { useOrderDrawer } from '@boyun/orders/web';
import { Button } from 'antd';
import type { ReactNode } from 'react';

/** What every list of movements has. */
interface Entry {
  readonly kind: string | number;
  readonly amountFen: number;
  readonly plate: string;
  readonly paymentNo: string | null;
  readonly orderId: string | null;
}

/** The list of the movements of cards or wallets; `names` are the columns that name one. */
export function StoredEntries<S extends Report>({
  source,
  kinds,
  names,
  filters,
  amounts = ['amountFen', 'balanceFen'],
  cells,
  tabs,
  hint,
}: {
  source: S;
  kinds: ChoiceTable;
  names: readonly string[];
  filters: readonly FilterKey<S>[];
  amounts?: readonly string[];
  cells: CellSlots<RowOf<S>>;
  tabs: ReactNode;
  /** What will appear here. */
  hint: Label;
}) {
  const [openOrder, drawer] = useOrderDrawer();
  const shared: CellSlots<Entry> = {
    kind: { width: 124, cell: ({ kind }) => <StateDot tone={kinds[kind]?.tone} label={kinds[kind]!} /> },
    amountFen: { width: 100, cell: ({ amountFen }) => <Money fen={amountFen} isStrong /> },
    plate: { width: 124, cell: ({ plate }) => (plate ? <Plate text={plate} /> : <span className="by-faint">—</span>) },
    paymentNo: {
      width: 196,
      cell: ({ orderId, paymentNo }) =>
        orderId ? (
          <Button type="link" size="small" onClick={() => openOrder(orderId)}>
            {paymentNo}
          </Button>
        ) : (
          (paymentNo ?? '—')
        ),
    },
  };
  return (
    <>
      <ListPage<S>
        source={source}
        columns={['at', ...names, 'kind', ...amounts, 'plate', 'lotId', 'note', 'paymentNo', 'actorName']}
        filters={filters}
        cells={
          {
            at: { width: 172 },
            holderName: { width: 100 },
            balanceFen: { width: 100 },
            lotId: { width: 140 },
            note: { width: 140, isGrowing: true },
            actorName: { width: 100 },
            ...shared,
            ...cells,
          } as CellSlots<RowOf<S>>
        }
        toolbar={() => tabs}
        empty={{ title: { zh: '还没有流水', en: 'No money was moved yet' }, hint }}
      />
      {drawer}
    </>
  );
}
