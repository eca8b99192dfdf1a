import '../look/patrol.css';
import type { ReportRow } from '@boyun/kernel/contract';
import { FieldList, listLink, Plate, StateDot, useText, ZoomPicture } from '@boyun/kernel/web';
import { OrderAct } from '@boyun/orders/web';
import { TrackMap } from '@boyun/screens/web';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { FindingState, findingList } from './patrol-finding.contract.ts';

type Row = ReportRow<typeof findingList>;

/** One finding with its evidence: picture, place, time and order. */
export function FindingDetail({ row, onOrder }: { row: Row; onOrder: (orderId: string) => void }) {
  const t = useText();
  return (
    <div className="patrol-detail">
      <div className="patrol-head">
        <Plate text={row.plate} color={row.plateColor} size="large" />
        <StateDot tone={FindingState[row.state].tone} label={FindingState[row.state]} />
      </div>
      <p>{row.detail}</p>
      <ZoomPicture address={row.picture} label={{ zh: '现场图片', en: 'Picture' }} size="fill" />
      <div className="patrol-links">
        <OrderAct orderId={row.orderId} onOpen={onOrder} />
        {row.tourId && (
          <Link to={`/_cloud_operation/patrolTour?open=${row.tourId}`}>
            {t({ zh: '查看巡逻轨迹', en: 'Track of the patrol' })}
          </Link>
        )}
        <Link to={listLink('/_cloud_operation/patrolSighting', { plate: row.plate })}>
          {t({ zh: '该车的识别记录', en: 'When it was seen' })}
        </Link>
      </div>
      <FieldList
        fields={findingList.columns}
        keys={[
          'lotId',
          'spotNumber',
          'foundAt',
          'lastSeenAt',
          'seenCount',
          'carId',
          ...(row.owedFen > 0 ? (['owedFen'] as const) : []),
          ...(row.handledByName ? (['act', 'handledByName'] as const) : []),
          ...(row.handledAt ? (['handledAt', 'note'] as const) : []),
        ]}
        row={row}
      />
      <Where row={row} />
    </div>
  );
}

function Where({ row: { id, longitude, latitude } }: { row: Row }) {
  if (longitude === null || latitude === null) return null;
  const mark = { id, longitude, latitude, tone: 'bad' } as const;
  return (
    <div className="patrol-track-map patrol-place">
      <Suspense fallback={null}>
        <TrackMap
          way={[]}
          driven={[]}
          vehicle={null}
          marks={[mark]}
          stops={[]}
          chosenId={id}
          onChoose={() => undefined}
        />
      </Suspense>
    </div>
  );
}
