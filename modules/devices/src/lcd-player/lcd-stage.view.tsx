import { playlistsAt } from '@boyun/domain/lcd-schedule';
import { wallTime } from '@boyun/domain/period';
import { now, useCommitted, useNow } from '@boyun/kernel/web';
import { useEffect, useRef, useState } from 'react';
import { noteShow } from './lcd-show.view.ts';
import { LcdSlide, type Slide } from './lcd-slide.view.tsx';
import { type Player, usePlayer } from './lcd-sync.view.ts';
import type { WireContent, WireItem } from './lcd-wire.view.ts';

/** How often a display looks whether there is something to show, and how often what it shows is still due. */
const LOOK_MS = 2000;
/** How much longer than its length a video may take. */
const VIDEO_MARGIN_MS = 8000;
/** How long one that cannot be played stays, so that a display with nothing else does not spin. */
const BROKEN_MS = 3000;

/** Something being shown: `turn` counts up with each. */
interface Showing {
  readonly turn: number;
  /** Its place in the order of programmes. */
  readonly index: number;
  readonly item: WireItem;
  readonly fromMs: number;
}

/** The programmes due now whose files are there, in their order. */
function orderOf({ content, files, behindMs, isTooOld }: Player): readonly WireItem[] {
  if (!content || isTooOld) return [];
  const items = new Map(content.Items.map((one) => [one.Id, one]));
  const playlists = content.Playlists.map((one) => ({
    ids: one.ProgrammeIds,
    days: one.Days,
    dailyFrom: one.DailyFrom,
    dailyTo: one.DailyTo,
    validFrom: one.ValidFrom,
    validUntil: one.ValidUntil,
    isAlone: one.IsAlone,
  }));
  return playlistsAt(playlists, now().getTime() + behindMs, content.Zone)
    .flatMap(({ ids }) => ids.map((id) => items.get(id)))
    .filter((one) => one !== undefined)
    .filter((one) => (one.FileId ? files.has(one.FileId) : one.Kind !== 'pay-code' || content.PayAddress !== null));
}

/** What a programme looks like on this display. */
function slideOf(item: WireItem, { files }: Player, content: WireContent): Slide {
  return {
    kind: item.Kind,
    name: item.Name,
    headline: item.Headline,
    words: item.Words,
    look: item.Look,
    place: item.FileId ? (files.get(item.FileId) ?? null) : null,
    payAddress: content.PayAddress && new URL(content.PayAddress, location.origin).href,
    placeName: content.LaneName ? `${content.LotName} · ${content.LaneName}` : content.LotName,
  };
}

/** Shows the programmes one after the other; returns what is shown now and before, and the act that goes on from a turn. */
function useTurns(player: Player, onShown: (id: string | null) => void) {
  const [turns, setTurns] = useState<readonly Showing[]>([]);
  const current = turns.at(-1) ?? null;
  const goOn = useCommitted((turn: number | null, isDone: boolean) => {
    if (turn !== (current?.turn ?? null)) return;
    const order = orderOf(player);
    if (current && isDone) void noteShow(current.item.Id, current.fromMs);
    const index = current ? (current.index + 1) % Math.max(1, order.length) : 0;
    const item = order[index];
    onShown(item?.Id ?? null);
    const next = item && { turn: (current?.turn ?? 0) + 1, index, item, fromMs: now().getTime() };
    // The one before stays below until the next has come.
    setTurns(next ? [...turns.slice(-1), next] : []);
  });
  const look = useCommitted(() => {
    const order = orderOf(player);
    if (!current && order.length > 0) goOn.current(null, false);
    if (current && !order.some((one) => one.Id === current.item.Id)) goOn.current(current.turn, false);
  });
  useEffect(() => {
    const timer = setInterval(() => look.current(), LOOK_MS);
    return () => clearInterval(timer);
  }, [look]);
  // What was taken off goes at once, and what has come is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again when the content or its files change
  useEffect(() => look.current(), [player.content, player.files, look]);
  const turn = current?.turn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn has its own time
  useEffect(() => {
    if (!current) return;
    const isVideo = current.item.Kind === 'video';
    const waitMs = current.item.Seconds * 1000 + (isVideo ? VIDEO_MARGIN_MS : 0);
    const timer = setTimeout(() => goOn.current(current.turn, !isVideo), waitMs);
    return () => clearTimeout(timer);
  }, [turn]);
  return { turns, goOn };
}

/** The display: its programmes, and a line that says where it is, what time it is and whether it has lost its line. */
export default function LcdStage({ onEnded }: { onEnded: (words: string) => void }) {
  const shown = useRef<string | null>(null);
  const player = usePlayer(() => shown.current);
  const { turns, goOn } = useTurns(player, (id) => {
    shown.current = id;
  });
  useAwake();
  const { ended, content } = player;
  useEffect(() => {
    if (ended) onEnded(ended);
  }, [ended, onEnded]);
  const current = turns.at(-1);
  return (
    <main className="lcd-stage">
      {content &&
        turns.map((one) => (
          <div key={one.turn} className={one === current ? 'lcd-turn' : 'lcd-turn is-past'}>
            <LcdSlide
              slide={slideOf(one.item, player, content)}
              isMuted={content.IsMuted}
              onEnded={() => goOn.current(one.turn, true)}
              onBroken={() => setTimeout(() => goOn.current(one.turn, false), BROKEN_MS)}
            />
            {one === current && one.item.Kind !== 'video' && <Progress seconds={one.item.Seconds} />}
          </div>
        ))}
      {turns.length === 0 && <Idle player={player} />}
      {content && <Foot player={player} content={content} isBare={turns.length === 0} />}
    </main>
  );
}

/** How much of the time of a programme is over. */
function Progress({ seconds }: { seconds: number }) {
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const run = line.current?.animate([{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], {
      duration: seconds * 1000,
      fill: 'forwards',
    });
    return () => run?.cancel();
  }, [seconds]);
  return <i ref={line} className="lcd-progress" />;
}

/** The wall clock of the lot. */
function useClock({ content, behindMs }: Player): { day: string; time: string } | null {
  const at = useNow(1000).getTime() + behindMs;
  if (!content) return null;
  const local = wallTime(at, content.Zone);
  return { day: local.slice(0, 10), time: local.slice(11, 16) };
}

/** Nothing is due: the lot and its time. */
function Idle({ player }: { player: Player }) {
  const clock = useClock(player);
  const { content } = player;
  return (
    <div className="lcd-idle">
      {content && clock ? (
        <>
          <b>{clock.time}</b>
          <span>{clock.day}</span>
          <h1>{content.LotName}</h1>
          <p>
            {player.isTooOld ? '网络中断已超过30天 · Offline for more than 30 days' : '暂无节目 · Nothing to show now'}
          </p>
        </>
      ) : (
        <p>正在连接… · Connecting…</p>
      )}
    </div>
  );
}

function Foot({ player, content, isBare }: { player: Player; content: WireContent; isBare: boolean }) {
  const clock = useClock(player);
  const { staleSince } = player;
  return (
    <footer className="lcd-foot">
      <span>{content.LaneName ? `${content.LotName} · ${content.LaneName}` : content.LotName}</span>
      {staleSince && (
        <em role="status">
          离线播放 Offline ·{' '}
          {wallTime(staleSince.getTime() + player.behindMs, content.Zone)
            .slice(5, 16)
            .replace('T', ' ')}
        </em>
      )}
      {!isBare && clock && <time>{clock.time}</time>}
    </footer>
  );
}

/** Keeps a tablet or phone from going dark. */
function useAwake(): void {
  useEffect(() => {
    const stay = () => {
      if (document.visibilityState === 'visible') navigator.wakeLock?.request('screen').catch(() => undefined);
    };
    stay();
    document.addEventListener('visibilitychange', stay);
    return () => document.removeEventListener('visibilitychange', stay);
  }, []);
}
