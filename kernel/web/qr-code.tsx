import './qr-code.css';
import { useMemo } from 'react';
import { qrPath } from './qr-path.ts';

/** A QR code drawn as one path; dark on white in every theme, because phones cannot read it otherwise. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const drawn = useMemo(() => qrPath(text), [text]);
  return (
    <svg
      className="by-qr"
      viewBox={`0 0 ${drawn.size} ${drawn.size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect className="by-qr-ground" width={drawn.size} height={drawn.size} />
      <path className="by-qr-dots" d={drawn.path} />
    </svg>
  );
}
