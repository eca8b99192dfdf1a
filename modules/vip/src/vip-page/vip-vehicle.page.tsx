import { listLink, Money, now, Plate, ResourcePage } from '@boyun/kernel/web';
import { PendingBanner, PendingMark, PendingStrip, usePendingSubjects } from '@boyun/reviews/web';
import { Link } from 'react-router';
import { vipReviews } from '../vip-group/vip-review.contract.ts';
import { vipVehicle } from '../vip-vehicle/vip-vehicle.contract.ts';

/** Vehicles of VIP groups, with what they had off. */
export default function VipVehiclePage() {
  const pending = usePendingSubjects(vipReviews.vehicle.name);
  return (
    <ResourcePage
      of={vipVehicle}
      startWith={() => ({ validFrom: now() })}
      cells={{
        plate: {
          width: 150,
          cell: (row) => (
            <span className="by-row">
              <Plate text={row.plate} />
              {pending.has(row.id) && <PendingMark label={vipReviews.vehicle.label} />}
            </span>
          ),
        },
        vipGroupId: { width: 150, isGrowing: true },
        ownerName: { width: 110 },
        ownerPhone: { width: 128 },
        useCount: {
          width: 90,
          cell: (row) => <Link to={listLink('/_cloud_vip/use', { plate: row.plate })}>{row.useCount}</Link>,
        },
        reducedFen: { width: 110, cell: (row) => <Money fen={row.reducedFen} isStrong={row.reducedFen > 0} /> },
        remark: { isHiddenAtFirst: true },
      }}
      above={() => <PendingStrip kinds={[vipReviews.vehicle.name]} />}
      detailNotes={(row) => <PendingBanner subjectId={row.id} />}
      empty={{
        title: { zh: '还没有VIP车辆', en: 'No VIP vehicles yet' },
        hint: {
          zh: '逐辆新增或导入表格，离场时自动按分组优惠',
          en: 'Add them or import a table; the policy applies when they leave',
        },
      }}
    />
  );
}
