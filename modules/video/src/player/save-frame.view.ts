import { download, notify, timeText } from '@boyun/kernel/web';

/** What shows a picture. */
export type FrameElement = HTMLVideoElement | HTMLImageElement | HTMLCanvasElement;

/** Saves what is shown as a file of this machine. */
export function saveFrame(shown: FrameElement | null, name: string, at: Date): void {
  const [width, height] = shown ? sizeOf(shown) : [0, 0];
  if (!shown || width === 0) {
    notify('warn', { zh: '还没有画面', en: 'There is no picture yet' });
    return;
  }
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')!.drawImage(shown, 0, 0);
  canvas.toBlob((blob) => {
    if (!blob) return;
    const address = URL.createObjectURL(blob);
    download(address, `${name}-${timeText(at).replaceAll(/[^\d]/g, '')}.png`);
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }, 'image/png');
}

function sizeOf(shown: FrameElement): readonly [number, number] {
  if (shown instanceof HTMLVideoElement) return [shown.videoWidth, shown.videoHeight];
  if (shown instanceof HTMLImageElement) return [shown.naturalWidth, shown.naturalHeight];
  return [shown.width, shown.height];
}
