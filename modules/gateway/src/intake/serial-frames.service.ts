import type { LaneScreen } from '@boyun/devices/server';
import { type ScreenWords, screenFrames } from '@boyun/domain/screen-frame';

/** Frames for the serial line of a camera, whose screen passes them to nobody else. */
export interface SerialFrames {
  readonly channel: number;
  /** Base64 of each. */
  readonly frames: readonly { readonly data: string; readonly dataLen: number }[];
}

/** The frames for the screen behind a camera; plain ones where none is set up, none for a screen with an address of its own. */
export function serialFrames(words: ScreenWords, on: LaneScreen | null | undefined): SerialFrames {
  if (on?.route === 'tcp') return { channel: 0, frames: [] };
  const frames = screenFrames(on?.format ?? 'plain', {
    ...words,
    voice: on?.isSpeaking ? (words.voice ?? null) : null,
  });
  return {
    channel: on?.channel ?? 0,
    frames: frames.map((bytes) => ({ data: Buffer.from(bytes).toString('base64'), dataLen: bytes.length })),
  };
}
