import { timeText, useText } from '@boyun/kernel/web';
import { Decision } from '@boyun/passings/contract';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { Playhead } from './playhead.view.ts';
import type { Played } from './use-played.view.ts';

/** Seconds of a key. */
export const STEP_SECONDS = 10;

/** The period as a line: what was recorded, the cars, and where the recording is. */
export function TimeLine({ played, playhead }: { played: Played; playhead: Playhead }) {
  const t = useText();
  const line = useRef<HTMLDivElement>(null);
  const [hoverMs, setHover] = useState<number | null>(null);
  const [fromMs, toMs] = [played.from.getTime(), played.to.getTime()];
  const share = (ms: number) => `${(((ms - fromMs) / (toMs - fromMs)) * 100).toFixed(3)}%`;
  const msAt = ({ clientX }: PointerEvent) => {
    const { left, width } = line.current!.getBoundingClientRect();
    return fromMs + Math.min(1, Math.max(0, (clientX - left) / width)) * (toMs - fromMs);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP_SECONDS, ArrowRight: STEP_SECONDS, PageUp: -60, PageDown: 60 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    playhead.seek(playhead.atMs + step * 1000);
  };
  return (
    <div className="video-line">
      <div
        ref={line}
        className="video-track"
        role="slider"
        tabIndex={0}
        aria-label={t({ zh: '播放位置', en: 'Position' })}
        aria-valuemin={0}
        aria-valuemax={Math.round((toMs - fromMs) / 1000)}
        aria-valuenow={Math.round((playhead.atMs - fromMs) / 1000)}
        aria-valuetext={timeText(new Date(playhead.atMs), 'clock', played.zone)}
        onKeyDown={onKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          playhead.seek(msAt(event));
        }}
        onPointerMove={(event) => {
          setHover(msAt(event));
          if (event.buttons === 1) playhead.seek(msAt(event));
        }}
        onPointerLeave={() => setHover(null)}
      >
        {played.spans.map(({ start, seconds }) => (
          <i
            key={start.getTime()}
            className="video-span"
            style={{ left: share(start.getTime()), width: `${((seconds * 1000) / (toMs - fromMs)) * 100}%` }}
          />
        ))}
        {played.passings.map((one) => (
          <i
            key={one.id}
            className={`video-mark by-tone-${Decision[one.decision].tone}`}
            style={{ left: share(one.at.getTime()) }}
          />
        ))}
        <i className="video-cursor" style={{ left: share(playhead.atMs) }} />
        {hoverMs !== null && (
          <span className="video-hover by-figure" style={{ left: share(hoverMs) }}>
            {timeText(new Date(hoverMs), 'clock', played.zone)}
          </span>
        )}
      </div>
      <p className="by-small by-faint by-figure">
        <span>{timeText(played.from, 'clock', played.zone)}</span>
        <span>{timeText(played.to, 'clock', played.zone)}</span>
      </p>
    </div>
  );
}
