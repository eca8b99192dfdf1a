import { listLink, ResourcePage } from '@boyun/kernel/web';
import { Link } from 'react-router';
import { unitGroup } from '../unit-group/unit-group.contract.ts';

/** Groups with the units, spots and vehicles of themselves and of the groups below them. */
export default function GroupPage() {
  return (
    <ResourcePage
      of={unitGroup}
      cells={{
        name: { width: 180, isGrowing: true },
        parentId: { width: 160 },
        contact: { width: 110 },
        mobile: { width: 130 },
        unitCount: {
          width: 90,
          cell: (row) => <Link to={listLink('/_cloud_group/unit', { groupId: row.id })}>{row.unitCount}</Link>,
        },
        spotCount: { width: 90 },
        vehicleCount: { width: 90 },
      }}
      empty={{
        title: { zh: '还没有集团', en: 'No groups yet' },
        hint: {
          zh: '集团把多家单位归在一起，可有上级集团；不属于集团的单位可直接新增',
          en: 'A group holds several units and may be part of another; units need no group',
        },
      }}
    />
  );
}
