import { can, countText, listLink, ResourcePage, SlotParts, useText } from '@boyun/kernel/web';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { lot } from './lot.contract.ts';
import { lotFormParts } from './lot-part.form.tsx';
import { lotTools } from './lot-slot.view.ts';
import '../place/place.css';

/** The lots with their current occupancy. */
export default function LotPage() {
  const t = useText();
  const navigate = useNavigate();
  return (
    <ResourcePage
      of={lot}
      everyMs={30_000}
      formParts={lotFormParts}
      moreTools={() => <SlotParts of={lotTools} props={{}} />}
      actsWidth={196}
      rowActs={(row) => (
        <>
          <Button
            type="link"
            size="small"
            onClick={() => navigate(listLink('/_cloud_basic/parkInfo', { lotId: row.id }))}
          >
            {t({ zh: '详情', en: 'Info' })}
          </Button>
          {can(lot.can.update) && (
            <Button
              type="link"
              size="small"
              onClick={() => navigate(listLink('/_cloud_basic/parkEdit', { lotId: row.id }))}
            >
              {t({ zh: '设置', en: 'Set up' })}
            </Button>
          )}
        </>
      )}
      cells={{
        name: { width: 190, isGrowing: true },
        code: { width: 90 },
        kind: { width: 96 },
        state: { width: 84 },
        carsInside: {
          width: 132,
          align: 'start',
          cell: (row) => <Occupancy cars={row.carsInside} capacity={row.capacity} />,
        },
        capacity: { width: 90 },
        regionId: { isHiddenAtFirst: true },
        outerLotId: { isHiddenAtFirst: true },
        rentableSpots: { isHiddenAtFirst: true },
        fixedSpots: { isHiddenAtFirst: true },
        rentedSpots: { isHiddenAtFirst: true },
        sharedSpots: { isHiddenAtFirst: true },
        timeZone: { isHiddenAtFirst: true },
      }}
      filters={['name', 'code', 'kind', 'state', 'areaId', 'outerLotId']}
    />
  );
}

function Occupancy({ cars, capacity }: { cars: number; capacity: number }) {
  const share = capacity > 0 ? Math.min(1, Math.max(0, cars / capacity)) : 0;
  return (
    <span className="place-occupancy">
      <span className="by-figure">
        {countText(cars)} / {countText(capacity)}
      </span>
      <span className={share >= 0.95 ? 'place-bar is-full' : 'place-bar'} aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  );
}
