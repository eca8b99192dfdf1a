import type { ReportRow } from '@boyun/kernel/contract';
import { type CellSlots, FilterSwitch, ListPage, Plate, StateDot, ZoomPicture } from '@boyun/kernel/web';
import { OrderAct, useOrderDrawer } from '@boyun/orders/web';
import { FindingKinds } from '../finding/finding-kinds.view.tsx';
import { SightingOutcome } from '../finding/patrol-finding.contract.ts';
import { sightingList } from './patrol-sighting.contract.ts';

type Row = ReportRow<typeof sightingList>;

const PICTURE = { zh: '识别图片', en: 'Picture' };

const CELLS: CellSlots<Row> = {
  at: { width: 152 },
  plate: { width: 124, isGrowing: false, cell: (row) => <Plate text={row.plate} color={row.plateColor} /> },
  picture: { width: 76, cell: (row) => <ZoomPicture address={row.picture} label={PICTURE} /> },
  outcome: {
    width: 118,
    cell: (row) => <StateDot tone={SightingOutcome[row.outcome].tone} label={SightingOutcome[row.outcome]} />,
  },
  kinds: { width: 200, isGrowing: true, cell: (row) => <FindingKinds kinds={row.kinds} /> },
  lotId: { width: 150, isGrowing: true },
  spotNumber: { width: 84 },
  confidence: { width: 84 },
  carId: { width: 130 },
  receivedAt: { isHiddenAtFirst: true },
  longitude: { isHiddenAtFirst: true },
  latitude: { isHiddenAtFirst: true },
};

/** The plates that patrol cars have read. */
export default function PatrolSightingPage() {
  const [openOrder, drawer] = useOrderDrawer();
  return (
    <ListPage
      source={sightingList}
      columns={[
        'at',
        'plate',
        'picture',
        'outcome',
        'kinds',
        'lotId',
        'spotNumber',
        'confidence',
        'carId',
        'receivedAt',
        'longitude',
        'latitude',
      ]}
      filters={['plate', 'from', 'to', 'lotId', 'carId', 'routeId', 'outcome', 'kind']}
      cells={CELLS}
      toolbar={(context) => (
        <FilterSwitch
          context={context}
          filter="hasFinding"
          choices={[
            { value: true, label: { zh: '有问题', en: 'With findings' } },
            { value: false, label: { zh: '无问题', en: 'Without' } },
          ]}
        />
      )}
      rowClass={(row) => (row.kinds.includes('black') ? 'is-bad' : undefined)}
      detailTitle={(row) => row.plate}
      detailActs={(row) => <OrderAct orderId={row.orderId} onOpen={openOrder} />}
      empty={{
        title: { zh: '还没有识别记录', en: 'No plates yet' },
        hint: { zh: '巡逻车上报的车牌显示在这里', en: 'Plates that patrol cars report appear here' },
      }}
    >
      {() => drawer}
    </ListPage>
  );
}
