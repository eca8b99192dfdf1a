import { channelOfCode } from '@boyun/domain/payment-code';
import type { Label } from '@boyun/kernel/contract';
import { useText } from '@boyun/kernel/web';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type CodeReader, openReader } from './code-reader.view.ts';

/** How often a picture is read. */
const READ_MS = 200;

const NO_CAMERA: Label = {
  zh: '没有可用的摄像头，请用扫码枪或输入付款码',
  en: 'No camera can be used: scan with a scanner or type the code',
};
const DENIED: Label = {
  zh: '未允许使用摄像头，请在浏览器设置中允许',
  en: 'The camera is not allowed: allow it in the settings of the browser',
};

/** Shows the camera and reads a payment code from it; other codes are passed over. */
export default function CodeCamera({ onCode, onClose }: { onCode: (text: string) => void; onClose: () => void }) {
  const t = useText();
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<Label | null>(null);
  const found = useEffectEvent((text: string) => onCode(text));
  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout>;
    const read = async (reader: CodeReader) => {
      const text = await reader(video.current!).catch(() => null);
      if (isOver) return;
      if (text && channelOfCode(text)) return found(text);
      timer = setTimeout(() => void read(reader), READ_MS);
    };
    const open = async () => {
      const [reader, opened] = await Promise.all([
        openReader(),
        navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } }),
      ]);
      stream = opened;
      if (isOver) return stop();
      video.current!.srcObject = stream;
      await video.current!.play();
      await read(reader);
    };
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    open().catch((error: unknown) => {
      stop();
      if (!isOver) setProblem((error as Error).name === 'NotAllowedError' ? DENIED : NO_CAMERA);
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, []);
  return (
    <>
      {problem ? (
        <p className="code-problem" role="alert">
          {t(problem)}
        </p>
      ) : (
        <div className="code-camera">
          <video ref={video} muted playsInline aria-label={t({ zh: '摄像头画面', en: 'Picture of the camera' })} />
          <i aria-hidden="true" />
        </div>
      )}
      <Button onClick={onClose}>{t({ zh: '关闭摄像头', en: 'Close the camera' })}</Button>
    </>
  );
}
