import type { Label } from '@boyun/kernel/contract';
import { useText } from '@boyun/kernel/web';
import { useState } from 'react';
import type { PlateBox } from './recognition.contract.ts';

/** A picture with frames around its plates. */
export function BoxedPicture({ address, label, boxes }: { address: string; label: Label; boxes: readonly PlateBox[] }) {
  const t = useText();
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  return (
    <div className="ocr-picture">
      <img
        src={address}
        alt={t(label)}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
      />
      {size && (
        <svg viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden>
          {boxes.map(({ left, top, right, bottom }) => (
            <rect
              key={`${left} ${top} ${right} ${bottom}`}
              x={left}
              y={top}
              width={right - left}
              height={bottom - top}
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
      )}
    </div>
  );
}
