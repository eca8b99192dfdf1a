import { FieldInput, listLink, Money, ResourcePage } from '@boyun/kernel/web';
import type { DiscountEffect } from '@boyun/merchants/contract';
import { Effect } from '@boyun/merchants/web';
import { PendingBanner, PendingMark, PendingStrip, usePendingSubjects } from '@boyun/reviews/web';
import { Link } from 'react-router';
import { VALUE_OF, vipGroup } from '../vip-group/vip-group.contract.ts';
import { vipReviews } from '../vip-group/vip-review.contract.ts';

const EMPTY = { amountFen: null, percent: null, minutes: null, priceFen: null };

/** VIP groups with their policy, cars, uses and cost. */
export default function VipGroupPage() {
  const pending = usePendingSubjects(vipReviews.group.name);
  return (
    <ResourcePage
      of={vipGroup}
      cells={{
        name: {
          width: 150,
          isGrowing: true,
          cell: (row) => (
            <span className="by-row">
              {row.name}
              {pending.has(row.id) && <PendingMark label={vipReviews.group.label} />}
            </span>
          ),
        },
        status: { width: 84 },
        effect: { width: 130, cell: (row) => <Effect of={row} /> },
        lotIds: { width: 170 },
        spotKinds: { width: 110 },
        memberCount: {
          width: 90,
          cell: (row) => <Link to={listLink('/_cloud_vip/vehicle', { vipGroupId: row.id })}>{row.memberCount}</Link>,
        },
        useCount: {
          width: 110,
          cell: (row) => <Link to={listLink('/_cloud_vip/use', { vipGroupId: row.id })}>{row.useCount}</Link>,
        },
        costFen: { width: 110, cell: (row) => <Money fen={row.costFen} isStrong /> },
        dailyFrom: { width: 100 },
        dailyTo: { width: 100 },
      }}
      formParts={({ effect }) => ({
        effect: ({ id, value, isInvalid, setValues }) => (
          <FieldInput
            id={id}
            field={vipGroup.fields.effect}
            fieldKey="effect"
            value={value}
            isInvalid={isInvalid}
            // Other policies have other values.
            onChange={(next) => setValues({ ...EMPTY, effect: next as DiscountEffect })}
          />
        ),
        ...Object.fromEntries(
          Object.entries(VALUE_OF).flatMap(([own, field]) => (own === effect ? [] : [[field, null]])),
        ),
      })}
      above={() => <PendingStrip kinds={[vipReviews.group.name]} />}
      detailNotes={(row) => <PendingBanner subjectId={row.id} />}
      empty={{
        title: { zh: '还没有VIP分组', en: 'No VIP groups yet' },
        hint: {
          zh: '设置免费、打折、减免或一口价，限定车场、车位与时段，再加入车辆',
          en: 'Set a policy and where it holds, then add vehicles',
        },
      }}
    />
  );
}
