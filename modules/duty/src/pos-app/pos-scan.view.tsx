import { useText } from '@boyun/kernel/web';
import { openCodeReader } from '@boyun/money/web';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

const READ_MS = 200;

/** Shows the camera and reads codes from it until one is what is looked for. */
export default function ScanView({
  accept,
  onCode,
  onClose,
}: {
  accept: (text: string) => string | null;
  onCode: (found: string) => void;
  onClose: () => void;
}) {
  const t = useText();
  const video = useRef<HTMLVideoElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const look = useEffectEvent((text: string) => {
    const found = accept(text);
    if (found) onCode(found);
    return found !== null;
  });
  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | null = null;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const work = async () => {
      const [read, opened] = await Promise.all([
        openCodeReader(),
        navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } }),
      ]);
      stream = opened;
      video.current!.srcObject = stream;
      await video.current!.play();
      while (!isOver) {
        const text = await read(video.current!).catch(() => null);
        if (isOver || (text && look(text))) break;
        await new Promise((done) => setTimeout(done, READ_MS));
      }
      stop();
    };
    work().catch(() => {
      stop();
      if (!isOver) setFailed(true);
    });
    return () => {
      isOver = true;
      stop();
    };
  }, []);
  return (
    <div className="pos-scan">
      {hasFailed ? (
        <p role="alert">
          {t({
            zh: '没有可用的摄像头或未允许使用，请手工输入',
            en: 'No camera, or it is not allowed: type it instead',
          })}
        </p>
      ) : (
        <video ref={video} muted playsInline aria-label={t({ zh: '摄像头画面', en: 'Picture of the camera' })} />
      )}
      <button type="button" onClick={onClose}>
        {t({ zh: '关闭摄像头', en: 'Close the camera' })}
      </button>
    </div>
  );
}
