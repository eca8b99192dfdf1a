import type { Row } from '@boyun/kernel/contract';
import { can, ResourcePage, SlotParts, StateDot, useText } from '@boyun/kernel/web';
import { Button } from 'antd';
import { Rows3 } from 'lucide-react';
import { useState } from 'react';
import { createSpots, SpotState, spot } from './spot.contract.ts';
import { SpotBatch } from './spot-batch.form.tsx';
import { spotActs } from './spot-slot.view.ts';

/** The spots, with a button to add batches. */
export default function SpotPage() {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ResourcePage
        of={spot}
        actsWidth={192}
        rowActs={(row) => <SlotParts of={spotActs} props={{ spot: row }} />}
        cells={{
          number: { width: 110 },
          lotId: { isGrowing: true },
          state: { width: 130, cell: (row) => <State row={row} /> },
          detectorNo: { isHiddenAtFirst: true },
        }}
        moreTools={() =>
          can(createSpots.access) && (
            <Button icon={<Rows3 />} onClick={() => setOpen(true)}>
              {t(createSpots.title)}
            </Button>
          )
        }
      />
      <SpotBatch isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

const UNWATCHED = { zh: '空闲（无检测）', en: 'No detector' };

/** The state of a spot; without a detector, only people mark it as taken. */
function State({ row }: { row: Row<typeof spot> }) {
  if (row.state === 'free' && !row.detectorNo) return <StateDot tone="neutral" label={UNWATCHED} />;
  return <StateDot tone={SpotState[row.state].tone} label={SpotState[row.state]} />;
}
