import './band.css';
import type { Plan, Season, Window } from '@boyun/domain/fee';
import { useText } from '@boyun/kernel/web';
import { Button, Dropdown } from 'antd';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import {
  clockText,
  DAY_MINUTES,
  type DayRow,
  dayKinds,
  dayNames,
  dayRows,
  followDays,
  joinAt,
  moveBorder,
  type Piece,
  piecesOf,
  splitAt,
  splitDays,
} from './day-row.view.ts';
import { usePlan } from './editor-context.view.ts';
import { usePriceWords, useWindowName } from './window-words.view.ts';

const SNAP = 15;
const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24];
const TINTS = 7;

/** Colour of a window, the same everywhere. */
export function tintOf(window: number): string {
  return window < 0 ? 'te-none' : `te-tint-${window % TINTS}`;
}

interface BandProps {
  readonly path: string;
  readonly season: Season | undefined;
  /** The window whose prices are shown below, and the row in which it was selected. */
  readonly chosen: number;
  readonly onChoose: (window: number) => void;
}

/** The day of a plan, one row per group of days with equal prices; borders can be dragged or moved with the arrow keys. */
export function DayBand(props: BandProps) {
  const { plan } = usePlan(props.path);
  const rows = dayRows(plan);
  return (
    <div className="te-band">
      <div className="te-band-row" aria-hidden="true">
        <span />
        <div className="te-hours">
          {HOURS.map((hour) => (
            <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
              {String(hour).padStart(2, '0')}
            </span>
          ))}
        </div>
      </div>
      {rows.map((row) => (
        <BandRow key={row.key} {...props} row={row} rows={rows} />
      ))}
    </div>
  );
}

function BandRow({ path, season, chosen, onChoose, row, rows }: BandProps & { row: DayRow; rows: readonly DayRow[] }) {
  const t = useText();
  const { plan, setPlan } = usePlan(path);
  const track = useRef<HTMLDivElement>(null);
  const pieces = piecesOf(plan, row, season);
  const minuteAt = (clientX: number, isFine: boolean) => {
    const box = track.current!.getBoundingClientRect();
    const minute = ((clientX - box.left) / box.width) * DAY_MINUTES;
    const stride = isFine ? 1 : SNAP;
    return Math.round(minute / stride) * stride;
  };
  return (
    <div className="te-band-row">
      <RowMenu path={path} row={row} rows={rows} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button below the band does the same for the keyboard */}
      <div
        ref={track}
        className="te-track"
        onDoubleClick={(event) => setPlan(splitAt(plan, row, minuteAt(event.clientX, event.shiftKey), season))}
      >
        {pieces.map((piece) => (
          <PieceButton
            key={piece.from}
            piece={piece}
            window={plan.windows[piece.window]}
            isChosen={piece.window === chosen && chosen >= 0}
            onChoose={() => onChoose(piece.window)}
          />
        ))}
        {pieces.slice(1).map((piece, i) => (
          <Border
            // biome-ignore lint/suspicious/noArrayIndexKey: a border keeps its index while it is moved
            key={i}
            plan={plan}
            row={row}
            season={season}
            bounds={[pieces[i]!.from + 1, piece.to - 1]}
            minute={piece.from}
            label={t(row.label)}
            minuteAt={minuteAt}
            onChange={setPlan}
          />
        ))}
      </div>
    </div>
  );
}

function PieceButton({
  piece,
  window,
  isChosen,
  onChoose,
}: {
  piece: Piece;
  window: Window | undefined;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const t = useText();
  const name = useWindowName();
  const price = usePriceWords();
  const title = window ? name(window) : t({ zh: '不收费', en: 'Free' });
  const words = window ? price(window.steps) : '';
  const span = `${clockText(piece.from)}–${clockText(piece.to)}`;
  return (
    <button
      type="button"
      className={`te-piece ${tintOf(piece.window)}${isChosen ? ' is-chosen' : ''}`}
      style={{
        left: `${(piece.from / DAY_MINUTES) * 100}%`,
        width: `${((piece.to - piece.from) / DAY_MINUTES) * 100}%`,
      }}
      title={`${title} ${span} ${words}`}
      aria-label={`${title} ${span} ${words}`}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      <b>{title}</b>
      <span>{words}</span>
    </button>
  );
}

function Border({
  plan,
  row,
  season,
  minute,
  bounds,
  label,
  minuteAt,
  onChange,
}: {
  plan: Plan;
  row: DayRow;
  season: Season | undefined;
  minute: number;
  bounds: readonly [number, number];
  label: string;
  minuteAt: (clientX: number, isFine: boolean) => number;
  onChange: (plan: Plan, topic?: string) => void;
}) {
  const t = useText();
  const [isHeld, setHeld] = useState(false);
  // While a border is dragged, positions are computed from where the drag started.
  const held = useRef({ plan, minute, count: 0 });
  const onDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { plan, minute, count: held.current.count + 1 };
    setHeld(true);
  };
  const onMove = (event: PointerEvent<HTMLElement>) => {
    if (!isHeld) return;
    const { plan: before, minute: from, count } = held.current;
    onChange(
      moveBorder(before, row, from, minuteAt(event.clientX, event.shiftKey), season),
      `drag ${row.key} ${count}`,
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (by) {
      event.preventDefault();
      const next = event.shiftKey
        ? minute + by
        : (Math.floor(minute / SNAP) + (by > 0 || minute % SNAP === 0 ? by : 0)) * SNAP;
      onChange(moveBorder(plan, row, minute, next, season), `border ${row.key}`);
    }
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      onChange(joinAt(plan, row, minute, season));
    }
  };
  return (
    <div
      className={`te-border${isHeld ? ' is-held' : ''}`}
      style={{ left: `${(minute / DAY_MINUTES) * 100}%` }}
      role="slider"
      tabIndex={0}
      aria-label={t({ zh: '{row}的时段分界', en: 'Border of periods, {row}' }, { row: label })}
      aria-valuemin={bounds[0]}
      aria-valuemax={bounds[1]}
      aria-valuenow={minute}
      aria-valuetext={clockText(minute)}
      title={t({
        zh: '拖动或用方向键移动（Shift 按分钟），Delete 合并两侧',
        en: 'Drag, or move with the arrow keys (Shift: by the minute). Delete merges both sides',
      })}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={() => setHeld(false)}
      onPointerCancel={() => setHeld(false)}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={onKeyDown}
    >
      <i>{clockText(minute)}</i>
    </div>
  );
}

/** The label of a row; its menu separates or merges kinds of days. */
function RowMenu({ path, row, rows }: { path: string; row: DayRow; rows: readonly DayRow[] }) {
  const t = useText();
  const { plan, setPlan } = usePlan(path);
  const apart = row.kinds.length > 1 ? partings(row) : [];
  const models = rows.filter((one) => one !== row && one.kinds.length > 0 && row.kinds.length > 0);
  const items = [
    ...apart.map((kinds) => ({
      key: `apart ${kinds.join()}`,
      label: t(
        { zh: '{days}单独设置', en: 'Own times for {days}' },
        { days: kinds.map((kind) => t(dayNames[kind])).join(t({ zh: '、', en: ', ' })) },
      ),
      onClick: () => setPlan(splitDays(plan, kinds)),
    })),
    ...models.map((model) => ({
      key: `as ${model.key}`,
      label: t({ zh: '与“{row}”相同', en: 'The same as "{row}"' }, { row: t(model.label) }),
      onClick: () => setPlan(followDays(plan, row.kinds, model.kinds)),
    })),
  ];
  if (items.length === 0) return <span className="te-row-name">{t(row.label)}</span>;
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button type="text" className="te-row-name">
        <span>{t(row.label)}</span>
        <i aria-hidden="true">▾</i>
      </Button>
    </Dropdown>
  );
}

/** The possible splits of a row's kinds: each on its own, and the days off together. */
function partings(row: DayRow) {
  const single = row.kinds.map((kind) => [kind]);
  return row.kinds.length === dayKinds.length ? [dayKinds.slice(1), ...single.slice(1)] : single.slice(1);
}
