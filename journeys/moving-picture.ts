import { FILM_SECONDS } from '@boyun/test-server/media-server';
import type { Page } from 'playwright-core';

/** Draws a square that changes its colour, and what is made of it, in a page; its functions are called by name. */
async function install(): Promise<void> {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d')!;
  setInterval(() => {
    pen.fillStyle = `hsl(${performance.now() % 360} 80% 50%)`;
    pen.fillRect(0, 0, canvas.width, canvas.height);
  }, 50);
  Object.assign(window, { picture: canvas.captureStream(20) });
}

/** Makes a page send a moving picture; any other page may receive it. */
export const drawPicture = (page: Page): Promise<void> => page.evaluate(install);

/** Answers an offer of WebRTC with the moving picture of a page. */
export function answerOffer(page: Page, offer: string): Promise<string> {
  return page.evaluate(async (sdp) => {
    const { picture } = window as unknown as { picture: MediaStream };
    const peer = new RTCPeerConnection();
    await peer.setRemoteDescription({ type: 'offer', sdp });
    for (const track of picture.getTracks()) peer.addTrack(track, picture);
    await peer.setLocalDescription(await peer.createAnswer());
    await new Promise<void>((resolve) => {
      peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve();
      if (peer.iceGatheringState === 'complete') resolve();
    });
    return peer.localDescription!.sdp;
  }, offer);
}

/** Films the moving picture of a page; an MP4 in fragments. */
export async function film(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async (seconds) => {
    const { picture } = window as unknown as { picture: MediaStream };
    const recorder = new MediaRecorder(picture, { mimeType: 'video/mp4;codecs=avc1.42E01E' });
    const made = new Promise<Blob>((resolve) => {
      recorder.ondataavailable = ({ data }) => resolve(data);
    });
    recorder.start();
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    recorder.stop();
    const all = new Uint8Array(await (await made).arrayBuffer());
    return btoa(Array.from(all, (one) => String.fromCharCode(one)).join(''));
  }, FILM_SECONDS);
  return Buffer.from(bytes, 'base64');
}
