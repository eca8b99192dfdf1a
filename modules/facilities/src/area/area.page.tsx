import type { Listed } from '@boyun/kernel/contract';
import { moneyText, ResourcePage, useText } from '@boyun/kernel/web';
import { Progress } from 'antd';
import { area } from './area.contract.ts';
import '../place/place.css';

/** The areas with their lots, and what they have received of their monthly target. */
export default function AreaPage() {
  return (
    <ResourcePage
      of={area}
      cells={{
        name: { width: 140 },
        lotNames: { isGrowing: true, width: 240 },
        receivedFen: { width: 220, isGrowing: false, cell: (row) => <Received row={row} /> },
        remark: { isHiddenAtFirst: true },
      }}
    />
  );
}

/** What was received this month, as a share of the target where there is one. */
function Received({ row: { receivedFen, targetFen } }: { row: Listed<typeof area> }) {
  const t = useText();
  if (receivedFen === null) return '—';
  if (!targetFen) return moneyText(receivedFen);
  const percent = Math.floor((100 * receivedFen) / targetFen);
  return (
    <span className="area-received">
      <span>{moneyText(receivedFen)}</span>
      <Progress
        percent={Math.min(100, Math.max(0, percent))}
        size="small"
        format={() => `${percent}%`}
        status={percent >= 100 ? 'success' : 'normal'}
        aria-label={t({ zh: '已完成月收入目标{percent}%', en: '{percent}% of the monthly target' }, { percent })}
      />
    </span>
  );
}
