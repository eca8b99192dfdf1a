import { useText } from '@boyun/kernel/web';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import type { Playhead } from './playhead.view.ts';
import type { Played } from './use-played.view.ts';

/** A recording of the media server. It is one file from where it begins: a jump asks for another. */
export default function RecordedMedia({
  played,
  playhead,
  ref,
}: {
  played: Played;
  playhead: Playhead;
  ref?: Ref<HTMLVideoElement>;
}) {
  const t = useText();
  const video = useRef<HTMLVideoElement>(null);
  useImperativeHandle(ref, () => video.current!);
  const [startMs, setStart] = useState(0);
  const [isLost, setLost] = useState(false);
  const begin = useEffectEvent((fromMs: number) => {
    const span = played.spans.find(({ start, seconds }) => start.getTime() + seconds * 1000 > fromMs + 500);
    if (!span || !video.current) return setLost(true);
    const beginMs = Math.max(fromMs, span.start.getTime());
    const duration = (span.start.getTime() + span.seconds * 1000 - beginMs) / 1000;
    const query = new URLSearchParams({
      start: new Date(beginMs).toISOString(),
      duration: duration.toFixed(3),
      token: played.token ?? '',
    });
    setLost(false);
    setStart(beginMs);
    video.current.src = `${played.playbackUrl}&${query}`;
    video.current.playbackRate = playhead.rate;
    if (playhead.isPlaying) void video.current.play().catch(() => null);
  });
  const start = useEffectEvent(() => begin(playhead.atMs));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each jump begins anew
  useEffect(() => start(), [playhead.jump, played.viewingId]);
  useEffect(() => {
    const shown = video.current!;
    if (playhead.isPlaying) void shown.play().catch(() => null);
    else shown.pause();
  }, [playhead.isPlaying]);
  useEffect(() => {
    video.current!.playbackRate = playhead.rate;
  }, [playhead.rate]);
  const atMs = () => startMs + video.current!.currentTime * 1000;
  return (
    <>
      <video
        ref={video}
        muted
        playsInline
        crossOrigin="anonymous"
        aria-label={t({ zh: '录像', en: 'Recording' })}
        onTimeUpdate={() => playhead.follow(atMs())}
        // The next span follows a gap in the recording.
        onEnded={() => begin(atMs())}
        onError={() => setLost(true)}
      />
      {isLost && <p className="video-hint">{t({ zh: '此处没有录像', en: 'Nothing was recorded here' })}</p>}
    </>
  );
}
