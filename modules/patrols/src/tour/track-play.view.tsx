import { timeText, useCommitted, useText } from '@boyun/kernel/web';
import { Button, Select, Slider } from 'antd';
import { Pause, Play, Radio } from 'lucide-react';
import { useEffect, useState } from 'react';

const SPEEDS = [10, 30, 60, 120, 300] as const;
const TICK_MS = 100;

/** Plays a track back: the time on a slider, how fast, and back to what is happening now. */
export function PlayBar({
  fromMs,
  toMs,
  atMs,
  isLive,
  isLatest,
  onTime,
}: {
  fromMs: number;
  toMs: number;
  atMs: number;
  isLive: boolean;
  isLatest: boolean;
  onTime: (atMs: number | null) => void;
}) {
  const t = useText();
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(60);
  const latest = useCommitted({ atMs, toMs, onTime });
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => {
      const now = latest.current;
      const next = now.atMs + TICK_MS * speed;
      now.onTime(Math.min(next, now.toMs));
      if (next >= now.toMs) setPlaying(false);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [isPlaying, speed, latest]);
  const toggle = () => {
    if (!isPlaying && atMs >= toMs) onTime(fromMs);
    setPlaying(!isPlaying);
  };
  const show = (value: number) => timeText(new Date(value), 'clock');
  return (
    <div className="patrol-track-play">
      <Button
        type="primary"
        shape="circle"
        icon={isPlaying ? <Pause /> : <Play />}
        disabled={toMs <= fromMs}
        aria-label={isPlaying ? t({ zh: '暂停', en: 'Pause' }) : t({ zh: '回放', en: 'Play' })}
        onClick={toggle}
      />
      <Select<number>
        size="small"
        aria-label={t({ zh: '回放速度', en: 'Speed' })}
        value={speed}
        options={SPEEDS.map((value) => ({ value, label: `×${value}` }))}
        onChange={setSpeed}
      />
      <Slider
        min={fromMs}
        max={Math.max(toMs, fromMs + 1)}
        step={1000}
        value={atMs}
        disabled={toMs <= fromMs}
        tooltip={{ formatter: (value) => show(value ?? fromMs) }}
        ariaLabelForHandle={t({ zh: '时间', en: 'Time' })}
        onChange={(value) => onTime(value)}
      />
      <span className="by-figure">
        {show(atMs)}
        {isLive && !isLatest && (
          <Button
            type="link"
            size="small"
            icon={<Radio />}
            onClick={() => {
              setPlaying(false);
              onTime(null);
            }}
          >
            {t({ zh: '回到实时', en: 'Live' })}
          </Button>
        )}
      </span>
    </div>
  );
}
