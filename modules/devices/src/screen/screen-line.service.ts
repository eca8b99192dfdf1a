import { connect } from 'node:net';
import { answerOf, type ScreenFormat, type ScreenWords, screenFrames } from '@boyun/domain/screen-frame';
import type { Label } from '@boyun/kernel/contract';
import { addressesOf, type Kernel, makeGuard } from '@boyun/kernel/server';

/** Where a screen listens and what it understands. */
export interface ScreenPlace {
  readonly address: string;
  readonly port: number;
  readonly format: ScreenFormat;
}

/** What became of words that were sent to a screen; `unanswered` ones went out, but nothing says that they are shown. */
export interface ScreenOutcome {
  readonly kind: 'shown' | 'unanswered' | 'refused' | 'failed';
  readonly message: Label;
}

const SENT_MS = 2500;
const ANSWER_MS = 1500;
/** An answer is a few bytes; a line that sends more is no screen. */
const MOST_ANSWER = 1024;

const said = {
  shown: { zh: '屏已应答', en: 'The screen answered' },
  unanswered: { zh: '已发送，屏没有应答', en: 'Sent; the screen did not answer' },
  refused: { zh: '屏拒绝了内容', en: 'The screen refused it' },
  private: { zh: '地址指向内网，未放行', en: 'The address is private and not permitted' },
} as const;

/** The permitted address a screen's name leads to; null where there is none. */
export async function permittedAddress(
  kernel: Kernel,
  place: Pick<ScreenPlace, 'address' | 'port'>,
): Promise<string | null> {
  const host = place.address.includes(':') ? `[${place.address}]` : place.address;
  const guard = makeGuard(kernel.configuration.deviceAllow);
  const found = URL.canParse(`http://${host}:${place.port}`)
    ? await addressesOf(new URL(`http://${host}:${place.port}`))
    : [];
  return found.length > 0 && found.every((one) => guard.isAllowed(one)) ? found[0]! : null;
}

/** Sends words to a screen over TCP and waits shortly for its answer. */
export async function sendToScreen(kernel: Kernel, place: ScreenPlace, words: ScreenWords): Promise<ScreenOutcome> {
  const host = await permittedAddress(kernel, place);
  if (!host) return { kind: 'failed', message: said.private };
  const frames = screenFrames(place.format, words);
  return new Promise((resolve) => {
    const socket = connect({ host, port: place.port });
    let answer = Buffer.alloc(0);
    let hasSent = false;
    const end = (outcome: ScreenOutcome) => {
      socket.destroy();
      resolve(outcome);
    };
    const ended = (reason: string) =>
      end(
        hasSent
          ? { kind: 'unanswered', message: said.unanswered }
          : { kind: 'failed', message: { zh: `连接不上：${reason}`, en: `It cannot be reached: ${reason}` } },
      );
    socket.setTimeout(SENT_MS, () => ended('ETIMEDOUT'));
    socket.on('error', (error: NodeJS.ErrnoException) => ended(error.code ?? error.name));
    socket.on('close', () => ended('ECONNRESET'));
    socket.on('connect', () => {
      socket.write(Buffer.concat(frames), () => {
        hasSent = true;
        // Plain cards say nothing: there is no answer to wait for.
        if (place.format === 'plain') return end({ kind: 'unanswered', message: said.unanswered });
        socket.setTimeout(ANSWER_MS);
      });
    });
    socket.on('data', (part) => {
      answer = Buffer.concat([answer, part]);
      const isDone = answerOf(place.format, answer);
      if (isDone !== null)
        return end(isDone ? { kind: 'shown', message: said.shown } : { kind: 'refused', message: said.refused });
      if (answer.length > MOST_ANSWER) ended('too much data');
    });
  });
}
