import { useText } from '@boyun/kernel/web';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import { drawScene, SCENE, type Scene } from './scene.view.ts';

/** Frames a second; a window of sixteen pictures stays light. */
const FRAME_MS = 1000 / 15;

/** The picture of a simulated camera, drawn from the cars that passed it. `clock` gives the moment that is shown. */
export default function SceneCanvas({
  cameraId,
  isExit,
  zone,
  cars,
  clock,
  ref,
}: Pick<Scene, 'cameraId' | 'isExit' | 'cars'> & {
  zone: string;
  clock: () => number;
  ref?: Ref<HTMLCanvasElement>;
}) {
  const t = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  useImperativeHandle(ref, () => canvas.current!);
  const idleWords = t(isExit ? { zh: '一路平安', en: 'GOODBYE' } : { zh: '欢迎光临', en: 'WELCOME' });
  const draw = useEffectEvent(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen) return;
    const atMs = clock();
    drawScene(pen, { cameraId, isExit, cars, idleWords, hour: hourAt(atMs, zone) }, atMs);
  });
  useEffect(() => {
    let last = 0;
    let frame = 0;
    const step = (nowMs: number) => {
      frame = requestAnimationFrame(step);
      if (nowMs - last < FRAME_MS) return;
      last = nowMs;
      draw();
    };
    draw();
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <canvas
      ref={canvas}
      width={SCENE.width}
      height={SCENE.height}
      role="img"
      aria-label={t({ zh: '模拟画面', en: 'Simulated picture' })}
    />
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The hour of the day in a zone, with fractions. */
function hourAt(atMs: number, zone: string): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    formats.set(zone, format);
  }
  const [hour, minute] = format.format(atMs).split(':').map(Number);
  return hour! + minute! / 60;
}
