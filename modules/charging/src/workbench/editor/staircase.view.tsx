import './chart.css';
import { type Cap, type Step, stepEnds } from '@boyun/domain/fee';
import { moneyText, useText } from '@boyun/kernel/web';
import { useRef } from 'react';
import { ladderFen } from './edit-tariff.view.ts';
import { spanWords } from './span-words.view.ts';
import { useWidth } from './width.view.ts';

const HEIGHT = 150;
const LEFT = 34;
const BOTTOM = 22;
const TOP = 10;

/** Returns the drawn range in minutes: past the last border, and at least three units. */
function reachOf(steps: readonly Step[]): number {
  const last = steps.at(-1);
  const ends = stepEnds(steps);
  const begin = ends.at(-2) ?? 0;
  const isEnded = Number.isFinite(ends.at(-1));
  const end = isEnded ? ends.at(-1)! : begin + (last?.unitMinutes ?? Math.max(60, begin)) * (steps.length > 1 ? 3 : 4);
  return Math.max(30, end);
}

/** A price ladder as a staircase: the accumulated fee over the minutes of one period; caps are drawn as horizontal lines. */
export function Staircase({ steps, caps, label }: { steps: readonly Step[]; caps: readonly Cap[]; label: string }) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame, 120);
  const reach = reachOf(steps);
  const points = risesOf(steps, reach);
  const topFen = Math.max(1, ladderFen(steps, reach)) * 1.08;
  const x = (minutes: number) => LEFT + (minutes / reach) * (width - LEFT - 8);
  const y = (fen: number) => HEIGHT - BOTTOM - (fen / topFen) * (HEIGHT - BOTTOM - TOP);
  const line = points.map(([minutes, fen]) => `${x(minutes).toFixed(1)},${y(fen).toFixed(1)}`);
  const borders = [...new Set(stepEnds(steps))].filter((minutes) => minutes < reach);
  const shown = caps.filter((cap) => cap.amountFen <= topFen);
  return (
    <div className="te-stairs" ref={frame}>
      <svg width={width} height={HEIGHT} role="img" aria-label={label}>
        <path className="te-stairs-area" d={`M${LEFT},${y(0)} L${line.join(' L')} L${x(reach)},${y(0)} Z`} />
        <path className="te-axis" d={`M${LEFT},${TOP} V${y(0)} H${width - 8}`} />
        {borders.map((minutes) => (
          <g key={minutes}>
            <path className="te-guide" d={`M${x(minutes)},${TOP} V${y(0)}`} />
            <text x={x(minutes)} y={HEIGHT - 6} textAnchor="middle">
              {t(spanWords(minutes))}
            </text>
          </g>
        ))}
        <path className="te-stairs-line" d={`M${LEFT},${y(0)} L${line.join(' L')}`} />
        {shown.map((cap) => (
          <g key={cap.id}>
            <path className="te-cap" d={`M${LEFT},${y(cap.amountFen)} H${width - 8}`} />
            {/* On the left, where prices are still low: on the right the stairs would cross it. */}
            <text x={LEFT + 6} y={y(cap.amountFen) - 4} className="te-cap-text">
              {t({ zh: '封顶', en: 'cap' })} {moneyText(cap.amountFen)}
            </text>
          </g>
        ))}
        <text x={LEFT - 5} y={y(ladderFen(steps, reach)) + 4} textAnchor="end">
          {moneyText(ladderFen(steps, reach)).replace(/\.00$/, '')}
        </text>
        <text x={LEFT - 5} y={y(0) + 4} textAnchor="end">
          0
        </text>
        {width - 8 - x(borders.at(-1) ?? 0) > 72 && (
          <text x={width - 8} y={HEIGHT - 6} textAnchor="end">
            {t(spanWords(reach))}
          </text>
        )}
      </svg>
    </div>
  );
}

/** Returns the corners of a staircase: a unit is charged from its first minute on. */
function risesOf(steps: readonly Step[], reach: number): [minutes: number, fen: number][] {
  const points: [number, number][] = [];
  const stride = Math.max(1, Math.round(reach / 400));
  let last = 0;
  for (let minutes = 0; minutes < reach; minutes += stride) {
    const fen = ladderFen(steps, minutes + 0.5);
    if (fen !== last || minutes === 0) points.push([minutes, last], [minutes, fen]);
    last = fen;
  }
  points.push([reach, last]);
  return points;
}
