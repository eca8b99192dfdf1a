import { can, ResourcePage, useText } from '@boyun/kernel/web';
import { Button } from 'antd';
import { Rows3 } from 'lucide-react';
import { useState } from 'react';
import { createSpots, spot } from './spot.contract.ts';
import { SpotBatch } from './spot-batch.form.tsx';

/** The spots, with a button to add batches. */
export default function SpotPage() {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ResourcePage
        of={spot}
        cells={{ number: { width: 110 }, lotId: { isGrowing: true }, detectorNo: { isHiddenAtFirst: true } }}
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
