import './chart.css';
import type { Cap, DayKind, Plan, Tariff } from '@boyun/domain/fee';
import { moneyText, useText } from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react';
import { clockKind } from './box-kind.view.ts';
import { clockText, dayKinds, dayNames, minuteOf } from './day-row.view.ts';
import { spanWords } from './span-words.view.ts';
import { type CurvePoint, curveOf, trialFen, vehicleOf } from './trial-stay.view.ts';
import { Say, TypedInput } from './typed-box.view.tsx';
import { useWidth } from './width.view.ts';

const HEIGHT = 216;
const EDGE = { left: 44, right: 12, top: 14, bottom: 24 };
const REACHES = [6, 24, 48, 72] as const;
const DAY_MINUTES = 1440;

/** Everything the curve is drawn from. */
interface CurveProps {
  /** The tariff in the editor, or the last valid one. */
  readonly tariff: Tariff;
  /** The plan whose vehicle is priced. */
  readonly plan: Plan;
  readonly inForce: Tariff | null;
}

/** The cost of a stay: one stay by its times, and the curve over all durations compared with the version in force. */
export function PriceCurve({ tariff, plan, inForce }: CurveProps) {
  const t = useText();
  const [kind, setKind] = useState<DayKind>('workday');
  const [entry, setEntry] = useState('09:00');
  const [exit, setExit] = useState('13:00');
  const [reach, setReach] = useState<(typeof REACHES)[number]>(24);
  const length = (minuteOf(exit) - minuteOf(entry) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  const vehicle = vehicleOf(plan);
  const fen = trialFen(tariff, vehicle, kind, entry, length);
  const before = inForce && trialFen(inForce, vehicle, kind, entry, length);
  return (
    <>
      <div className="te-trial">
        <Segmented<DayKind>
          value={kind}
          aria-label={t({ zh: '入场日期', en: 'Day of entry' })}
          options={dayKinds.map((one) => ({ value: one, label: t(dayNames[one]) }))}
          onChange={setKind}
        />
        <div className="te-say">
          <TypedInput
            kind={clockKind}
            value={entry}
            onChange={(time) => time !== undefined && setEntry(time)}
            label={{ zh: '试算入场', en: 'Trial entry' }}
            width={72}
          />
          <span aria-hidden="true">–</span>
          <TypedInput
            kind={clockKind}
            value={exit}
            onChange={(time) => time !== undefined && setExit(time)}
            label={{ zh: '试算离场', en: 'Trial exit' }}
            width={72}
          />
          {minuteOf(exit) <= minuteOf(entry) && <Say zh="次日" en="next day" />}
          <output className="te-fee" aria-label={t({ zh: '试算费用', en: 'Trial fee' })}>
            <small>{tariff.currency && tariff.currency !== 'CNY' ? tariff.currency : '¥'}</small>
            {moneyText(fen)}
          </output>
          {before !== null && before !== fen && (
            <span className="by-faint by-small">
              {t({ zh: '现行 {fee}', en: 'now {fee}' }, { fee: moneyText(before) })}
            </span>
          )}
        </div>
      </div>
      <Curve
        tariff={tariff}
        plan={plan}
        inForce={inForce}
        kind={kind}
        entry={entry}
        reach={reach * 60}
        length={length}
      />
      <div className="te-legend">
        <span className="te-key">{t({ zh: '编辑中', en: 'Being edited' })}</span>
        {inForce && <span className="te-key te-key-now">{t({ zh: '现行版本', en: 'In force' })}</span>}
        {(plan.caps ?? []).length > 0 && <span className="te-key te-key-cap">{t({ zh: '封顶', en: 'Cap' })}</span>}
        <span className="by-grow" />
        <Segmented
          size="small"
          value={reach}
          aria-label={t({ zh: '曲线范围', en: 'Range of the curve' })}
          options={REACHES.map((hours) => ({ value: hours, label: t(spanWords(hours * 60)) }))}
          onChange={setReach}
        />
      </div>
    </>
  );
}

function Curve({
  tariff: newest,
  plan,
  inForce,
  kind,
  entry,
  reach,
  length,
}: CurveProps & { kind: DayKind; entry: string; reach: number; length: number }) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame, 240);
  // Input has priority: the curve is updated when the browser is idle.
  const tariff = useDeferredValue(newest);
  const curve = useMemo(() => curveOf(tariff, vehicleOf(plan), kind, entry, reach), [tariff, plan, kind, entry, reach]);
  const current = useMemo(
    () => (inForce ? curveOf(inForce, vehicleOf(plan), kind, entry, reach) : null),
    [inForce, plan, kind, entry, reach],
  );
  const [pointed, setPointed] = useState<number | null>(null);
  const mark = Math.min(reach, pointed ?? length);
  const topFen = Math.max(100, ...[...curve, ...(current ?? [])].map(([, fen]) => fen)) * 1.1;
  const scale = scaleOf(width, reach, topFen);
  const { x, y } = scale;
  const markFen = feeAt(curve, mark);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -15, ArrowRight: 15 }[event.key];
    if (!by) return;
    event.preventDefault();
    setPointed(Math.min(reach, Math.max(0, mark + (event.shiftKey ? by / 15 : by))));
  };
  const words = `${t(spanWords(mark))} ${moneyText(markFen)}`;
  return (
    <div
      ref={frame}
      className="te-curve"
      role="slider"
      tabIndex={0}
      aria-label={t({ zh: '费用曲线：停车时长', en: 'Price curve: length of stay' })}
      aria-valuemin={0}
      aria-valuemax={reach}
      aria-valuenow={mark}
      aria-valuetext={words}
      onKeyDown={onKeyDown}
      onPointerMove={(event) => {
        const left = event.currentTarget.getBoundingClientRect().left + EDGE.left;
        const share = Math.min(1, Math.max(0, (event.clientX - left) / scale.plotWidth));
        setPointed(Math.round((share * reach) / 5) * 5);
      }}
      onPointerLeave={() => setPointed(null)}
    >
      <svg width={width} height={HEIGHT} aria-hidden="true">
        <Axes scale={scale} topFen={topFen} reach={reach} />
        {capLines(plan.caps ?? [], curve, entry, reach)
          .filter((cap) => cap.fen <= topFen)
          .map((cap) => (
            <path
              key={`${cap.begin} ${cap.fen}`}
              className="te-cap"
              d={`M${x(cap.begin)},${y(cap.fen)} H${x(cap.end)}`}
            />
          ))}
        {current && <path className="te-line-now" d={pathOf(current, x, y)} />}
        <path className="te-area" d={`${pathOf(curve, x, y)} V${y(0)} H${x(0)} Z`} />
        <path className="te-line-new" d={pathOf(curve, x, y)} />
        <Mark
          scale={scale}
          minutes={mark}
          fen={markFen}
          words={`${words} · ${clockText((minuteOf(entry) + mark) % DAY_MINUTES)}`}
        />
      </svg>
    </div>
  );
}

/** Places of minutes and amounts in the drawing, in pixels. */
interface Scale {
  readonly width: number;
  readonly plotWidth: number;
  x(minutes: number): number;
  y(fen: number): number;
}

function scaleOf(width: number, reach: number, topFen: number): Scale {
  const plotWidth = width - EDGE.left - EDGE.right;
  const plotHeight = HEIGHT - EDGE.top - EDGE.bottom;
  return {
    width,
    plotWidth,
    x: (minutes) => EDGE.left + (minutes / reach) * plotWidth,
    y: (fen) => EDGE.top + plotHeight - (fen / topFen) * plotHeight,
  };
}

/** Lines of round amounts, and the lengths of stay below. */
function Axes({ scale: { width, x, y }, topFen, reach }: { scale: Scale; topFen: number; reach: number }) {
  const t = useText();
  return (
    <>
      {ticksOf(topFen).map((fen) => (
        <g key={fen}>
          <path className="te-grid" d={`M${EDGE.left},${y(fen)} H${width - EDGE.right}`} />
          <text x={EDGE.left - 6} y={y(fen) + 4} textAnchor="end">
            {fen / 100}
          </text>
        </g>
      ))}
      {hoursOf(reach).map((minutes) => (
        <text key={minutes} x={x(minutes)} y={HEIGHT - 6} textAnchor={minutes === reach ? 'end' : 'middle'}>
          {minutes === 0 ? '0' : t(spanWords(minutes))}
        </text>
      ))}
    </>
  );
}

/** The length of stay pointed at, with its fee. */
function Mark({
  scale: { width, x, y },
  minutes,
  fen,
  words,
}: {
  scale: Scale;
  minutes: number;
  fen: number;
  words: string;
}) {
  const isLeft = x(minutes) > width / 2;
  return (
    <>
      <path className="te-guide" d={`M${x(minutes)},${EDGE.top} V${y(0)}`} />
      <circle className="te-dot" cx={x(minutes)} cy={y(fen)} r={4} />
      <text
        className="te-mark"
        x={x(minutes) + (isLeft ? -8 : 8)}
        y={Math.max(EDGE.top + 4, y(fen) - 8)}
        textAnchor={isLeft ? 'end' : 'start'}
      >
        {words}
      </text>
    </>
  );
}

function feeAt(curve: readonly CurvePoint[], minutes: number): number {
  return curve.findLast(([from]) => from <= minutes)?.[1] ?? 0;
}

function pathOf(curve: readonly CurvePoint[], x: (minutes: number) => number, y: (fen: number) => number): string {
  return curve
    .map(([minutes, fen], i) =>
      i === 0 ? `M${x(minutes)},${y(fen)}` : `H${x(minutes).toFixed(1)} V${y(fen).toFixed(1)}`,
    )
    .join(' ');
}

/** Returns, for each stretch of a cap, the maximum the fee can reach in it; caps of single periods are drawn in the staircase. */
function capLines(caps: readonly Cap[], curve: readonly CurvePoint[], entry: string, reach: number): CapLine[] {
  return caps.flatMap(({ scope, amountFen, windows, nth }) => {
    if (windows || nth || scope.per === 'window') return [];
    const length =
      scope.per === 'hours' ? scope.hours * 60 : scope.per === 'day' ? (scope.days ?? 1) * DAY_MINUTES : reach;
    const passed =
      scope.per === 'day' ? (minuteOf(entry) - minuteOf(scope.startsAt ?? '00:00') + DAY_MINUTES) % DAY_MINUTES : 0;
    const lines: CapLine[] = [];
    for (let from = -passed; from < reach; from += length) {
      const begin = Math.max(0, from);
      lines.push({ begin, end: Math.min(reach, from + length), fen: feeAt(curve, begin) + amountFen });
    }
    return lines;
  });
}

interface CapLine {
  readonly begin: number;
  readonly end: number;
  readonly fen: number;
}

/** Returns about four round amounts below the maximum. */
function ticksOf(topFen: number): number[] {
  const rough = topFen / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const stride = Math.max(50, ([1, 2, 2.5, 5, 10].find((one) => one * power >= rough) ?? 10) * power);
  return Array.from({ length: Math.floor(topFen / stride) + 1 }, (_, i) => i * stride);
}

function hoursOf(reach: number): number[] {
  const stride = reach / 6;
  return Array.from({ length: 7 }, (_, i) => i * stride);
}
