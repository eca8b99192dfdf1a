import { useText } from '@boyun/kernel/web';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import type { Watched } from './keeper.view.ts';
import { connectStream, type StreamRoute } from './stream-link.view.ts';

const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 30_000;

/** The live stream of a media server; connects again by itself. */
export default function MediaPlayer({ watched, ref }: { watched: Watched; ref?: Ref<HTMLVideoElement> }) {
  const t = useText();
  const video = useRef<HTMLVideoElement>(null);
  useImperativeHandle(ref, () => video.current!);
  const [route, setRoute] = useState<StreamRoute | null>(null);
  const [attempt, setAttempt] = useState(0);
  const token = useEffectEvent(() => watched.token ?? '');
  const { whepUrl, hlsUrl } = watched;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = connectStream(
      video.current!,
      { whepUrl, hlsUrl, token: () => token() },
      {
        onPlaying: setRoute,
        onLost() {
          setRoute(null);
          clearTimeout(timer);
          const waitMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempt, 4));
          timer = setTimeout(() => setAttempt(attempt + 1), waitMs);
        },
      },
    );
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [whepUrl, hlsUrl, attempt]);
  return (
    <>
      <video ref={video} muted autoPlay playsInline aria-label={t({ zh: '实时视频', en: 'Live video' })} />
      {!route && (
        <p className="video-hint" role="status">
          {attempt === 0
            ? t({ zh: '正在连接视频流…', en: 'Connecting to the stream…' })
            : t({ zh: '视频流中断，正在重连…', en: 'The stream is interrupted. Connecting again…' })}
        </p>
      )}
      {route === 'hls' && <span className="video-route">HLS</span>}
    </>
  );
}
