import './qr-code.css';
import { useMemo } from 'react';
import { encode } from 'uqr';

/** A QR code drawn as one path; dark on white in every theme, or phones cannot read it. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const drawn = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: 2 });
    let path = '';
    data.forEach((row, y) => {
      row.forEach((isDark, x) => {
        if (isDark) path += `M${x} ${y}h1v1h-1z`;
      });
    });
    return { path, size };
  }, [text]);
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
