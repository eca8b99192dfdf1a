import { choicesOf, FilterSwitch, ListPage, Plate } from '@boyun/kernel/web';
import { OrderAct, useOrderDrawer } from '@boyun/orders/web';
import { UseKind, unitPassList } from '../unit-use/unit-use.contract.ts';

const KINDS = choicesOf(UseKind);

/** The passes of unit vehicles and of visitors of units, with what each cost. */
export default function PassPage() {
  const [openOrder, drawer] = useOrderDrawer();
  return (
    <>
      <ListPage
        source={unitPassList}
        columns={[
          'plate',
          'unitId',
          'departmentName',
          'person',
          'kind',
          'lotName',
          'standing',
          'enteredAt',
          'leftAt',
          'minutes',
          'feeFen',
          'reducedFen',
          'paidFen',
          'dueFen',
        ]}
        filters={['plate', 'unitId', 'departmentId', 'from', 'to', 'lotId', 'standing', 'kind', 'isOver']}
        cells={{
          plate: { width: 132, cell: (row) => <Plate text={row.plate} /> },
          unitId: { width: 150, isGrowing: true },
          departmentName: { width: 96 },
          person: { width: 90 },
          kind: { width: 86 },
          lotName: { width: 130 },
          standing: { width: 100 },
          minutes: { width: 84 },
          feeFen: { width: 84 },
          reducedFen: { width: 104 },
          paidFen: { width: 84 },
          dueFen: { width: 76 },
        }}
        toolbar={(context) => <FilterSwitch context={context} filter="kind" choices={KINDS} />}
        detailActs={(row) => <OrderAct orderId={row.orderId} onOpen={openOrder} />}
        empty={{
          title: { zh: '没有通行记录', en: 'No passes' },
          hint: { zh: '最近31天；可选择入场时间', en: 'Of the last 31 days; choose another time of entry' },
        }}
      />
      {drawer}
    </>
  );
}
