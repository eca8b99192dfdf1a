import { timeText } from './format.ts';
import { useText } from './language.ts';
import type { LiveState } from './live.ts';

/** Shows whether the data is live, or since when it may be outdated. */
export function LiveMark({ state }: { state: LiveState }) {
  const t = useText();
  const text = state.isLive
    ? t({ zh: '实时', en: 'Live' })
    : state.staleSince
      ? t({ zh: '自 {at} 起未更新', en: 'Stale since {at}' }, { at: timeText(state.staleSince, 'clock') })
      : t({ zh: '连接中…', en: 'Connecting…' });
  return (
    <span className={`by-live by-tone-${state.isLive ? 'good' : state.staleSince ? 'warn' : 'neutral'}`} role="status">
      <span className="by-dot" aria-hidden />
      {text}
    </span>
  );
}
