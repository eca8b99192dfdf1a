import { durationText, ListPage, useText } from '@boyun/kernel/web';
import { viewingList } from './viewing.contract.ts';

/** Who watched which camera, live or recorded. */
export default function Viewings() {
  return (
    <ListPage
      source={viewingList}
      cells={{
        startedAt: { width: 170 },
        actorName: { width: 120 },
        lotId: { width: 150 },
        cameraName: { width: 160, isGrowing: true },
        laneName: { width: 130 },
        kind: { width: 80 },
        source: { width: 90 },
        seconds: { width: 110, label: { zh: '时长', en: 'Watched' }, cell: (row) => <Seconds value={row.seconds} /> },
        fromAt: { width: 170 },
        toAt: { width: 170, isHiddenAtFirst: true },
      }}
      sort="-startedAt"
      empty={{
        title: { zh: '还没有观看记录', en: 'Nobody has watched yet' },
        hint: { zh: '每次查看实时视频或回放都会记在这里', en: 'Each time somebody watches live or recorded video' },
      }}
    />
  );
}

function Seconds({ value }: { value: number }) {
  const t = useText();
  return (
    <span className="by-figure">
      {value < 60 ? t({ zh: '{n} 秒', en: '{n} s' }, { n: value }) : durationText(value)}
    </span>
  );
}
