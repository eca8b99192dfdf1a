import { useText } from '@boyun/kernel/web';
import { EntryPage } from '../standing/entry-page.view.tsx';
import { Hours, Validity } from '../standing/list-cell.view.tsx';
import { listReviews } from '../standing/list-review.contract.ts';
import { freeList } from './free-list.contract.ts';

/** Free vehicles with their limits. */
export default function FreeListPage() {
  return (
    <EntryPage
      of={freeList}
      kind={listReviews.freeList}
      columns={['plate', 'lotIds', 'hours', 'share', 'validity', 'validFrom', 'validUntil', 'ownerName', 'remark']}
      cells={{
        lotIds: { width: 150 },
        hours: { label: { zh: '免费时段', en: 'Hours' }, width: 156, cell: (row) => <Hours row={row} /> },
        share: { label: { zh: '免费额度', en: 'Free' }, width: 180, cell: (row) => <Share row={row} /> },
        validity: { label: { zh: '状态', en: 'State' }, width: 96, cell: (row) => <Validity row={row} /> },
        ownerName: { width: 112 },
      }}
    />
  );
}

function Share({ row }: { row: { timesPerDay: number | null; minutesPerStay: number | null } }) {
  const t = useText();
  const words = [
    row.timesPerDay && t({ zh: '每日{n}次', en: '{n} × a day' }, { n: row.timesPerDay }),
    row.minutesPerStay && t({ zh: '每次{n}分钟', en: '{n} min each' }, { n: row.minutesPerStay }),
  ].filter(Boolean);
  return words.length > 0 ? (
    <span>{words.join(' · ')}</span>
  ) : (
    <span className="by-faint">{t({ zh: '不限', en: 'Unlimited' })}</span>
  );
}
