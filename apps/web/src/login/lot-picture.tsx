const SPOTS = 9;
const SPOT_WIDTH = 64;
// The occupied spots of each row, and the colours of their cars.
const ROWS: readonly (readonly (readonly [spot: number, paint: string])[])[] = [
  [
    [0, '#2b4a7a'],
    [2, '#31557f'],
    [3, '#dbe6f5'],
    [5, '#2b4a7a'],
    [6, '#409eff'],
    [8, '#3b5b88'],
  ],
  [
    [1, '#3b5b88'],
    [2, '#dbe6f5'],
    [4, '#2b4a7a'],
    [6, '#31557f'],
    [7, '#2b4a7a'],
  ],
  [
    [0, '#31557f'],
    [1, '#2b4a7a'],
    [3, '#3b5b88'],
    [5, '#dbe6f5'],
    [7, '#2b4a7a'],
    [8, '#31557f'],
  ],
];
const TOPS = [0, 250, 384];

function Car({ x, y, paint }: { x: number; y: number; paint: string }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width="36" height="76" rx="12" fill={paint} />
      <path d="M6 24q12-7 24 0l-2 9H8zM8 58h20l2 8q-12 5-24 0z" fill="#0a1427" opacity="0.55" />
      <rect x="7" y="35" width="22" height="21" rx="4" fill="#fff" opacity="0.1" />
    </g>
  );
}

/** A drawn car park from above, with one car leaving through the open barrier. */
export function LotPicture() {
  return (
    <svg className="login-picture" viewBox="0 0 620 500" aria-hidden="true">
      {TOPS.map((top, row) => (
        <g key={top} transform={`translate(22 ${top})`}>
          {Array.from({ length: SPOTS + 1 }, (_, index) => index * SPOT_WIDTH).map((x) => (
            <path key={x} d={`M${x} 10V112`} stroke="#2a3f63" strokeWidth="2" />
          ))}
          {ROWS[row]!.map(([spot, paint]) => (
            <Car key={spot} x={spot * SPOT_WIDTH + 14} y={22} paint={paint} />
          ))}
        </g>
      ))}
      <path d="M0 181H620" stroke="#2a3f63" strokeWidth="2" strokeDasharray="18 16" />
      <g transform="translate(340 146) rotate(90 38 38)">
        <Car x={20} y={0} paint="#f5c242" />
      </g>
      <circle cx="560" cy="150" r="7" fill="#409eff" />
      <path d="M560 150 598 88" stroke="#409eff" strokeWidth="6" strokeLinecap="round" />
      <path d="M466 184h40m-12-9 12 9-12 9" stroke="#409eff" strokeWidth="3" fill="none" opacity="0.8" />
    </svg>
  );
}
