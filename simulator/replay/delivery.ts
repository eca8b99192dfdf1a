import { setTimeout as sleep } from 'node:timers/promises';
import type { Dialect, Sent } from './dialect.ts';
import type { Poster } from './post.ts';
import type { Random } from './random.ts';
import type { Tally } from './tally.ts';
import type { CameraCommand, CameraIdentity, Reading } from './vzenith.ts';

/** Chances (0 to 1) that a camera or its network misbehaves, per passing or per heartbeat. */
export type Misbehaviour = {
  /** The push is sent again although it was answered. */
  duplicate: number;
  /** The answer is lost: the camera hangs up and sends again. */
  lostAnswer: number;
  /** The push comes after some later ones of the same camera. */
  late: number;
  /** The camera falls offline with this passing, for 5 to 40 minutes. */
  offline: number;
  /** A heartbeat is lost. */
  lostHeartbeat: number;
};

/** What cameras in the field do. */
export const usualMisbehaviour: Misbehaviour = {
  duplicate: 0.01,
  lostAnswer: 0.008,
  late: 0.003,
  offline: 0.0004,
  lostHeartbeat: 0.03,
};

/** A passing the server took, with its first answer. */
export type Acknowledgement = {
  /** Serial number and plateid, joined by a colon: names the event for ever. */
  key: string;
  serial: string;
  plateid: number;
  plate: string;
  atMs: number;
  isOffline: boolean;
  opens: boolean;
  answer: string;
};

/** What a camera needs to deliver its records. */
export type DeliveryParts = {
  identity: CameraIdentity;
  dialect: Dialect;
  /** The camera's secret in the path of its messages. */
  token: string;
  poster: Poster;
  random: Random;
  tally: Tally;
  signal: AbortSignal;
  misbehaviour: Misbehaviour;
  onAcknowledged: (acknowledgement: Acknowledgement) => void;
};

/** A record the server took: what the camera is to do, and the log's entry. */
export type Delivered = { command: CameraCommand; acknowledgement: Acknowledgement };

/** Delivers records of one camera. */
export type Delivery = {
  /**
   * Sends until the server took the record; undefined when it refused it for good (4xx three times). Where the maker's replies name
   * offline records, such a one counts as taken only by its name. Rejects only when aborted.
   */
  deliver(id: number, sent: Sent, reading: Reading, isOffline: boolean): Promise<Delivered | undefined>;
  /** Sends an answered record once more, as cameras do; the server must give the same answer. */
  duplicate(sent: Sent, first: CameraCommand): Promise<void>;
};

/** Makes the delivery of one camera. */
export function createDelivery(parts: DeliveryParts): Delivery {
  const { identity, dialect, random, tally, signal, misbehaviour } = parts;
  const { counts } = tally;
  const base = dialect.base(parts.token);

  async function deliver(id: number, sent: Sent, reading: Reading, isOffline: boolean): Promise<Delivered | undefined> {
    for (let attempt = 0; ; attempt += 1) {
      signal.throwIfAborted();
      const losesAnswer = attempt === 0 && random.chance(misbehaviour.lostAnswer);
      counts.sent += 1;
      try {
        const answer = await parts.poster.post(base + sent.path, sent.body, {
          contentType: sent.contentType,
          timeoutMs: 15_000,
          signal,
          losesAnswer,
        });
        const command = answer.status >= 200 && answer.status < 300 ? dialect.read(answer.text) : undefined;
        if (command && (!isOffline || !dialect.namesKept || command.continueAfter === id)) {
          tally.addAnswerTime(answer.tookMs);
          return { command, acknowledgement: acknowledge(id, reading, isOffline, command) };
        }
        counts.errors += 1;
        const isFinal = answer.status >= 400 && answer.status < 500 && answer.status !== 408 && answer.status !== 429;
        if (isFinal && attempt >= 2) {
          counts.rejected += 1;
          return undefined;
        }
      } catch (error) {
        signal.throwIfAborted();
        if (losesAnswer) counts.lostAnswers += 1;
        else counts.errors += 1;
        if (!(error instanceof Error)) throw error;
      }
      await sleep(losesAnswer ? 20 : retryDelayMs(attempt), undefined, { signal });
    }
  }

  function retryDelayMs(attempt: number): number {
    return Math.min(2000, 100 * 2 ** attempt) * random.between(0.7, 1.3);
  }

  function acknowledge(id: number, reading: Reading, isOffline: boolean, command: CameraCommand): Acknowledgement {
    counts.acknowledged += 1;
    if (isOffline) counts.offline += 1;
    if (isOffline && command.opens) counts.openedOffline += 1;
    const acknowledgement: Acknowledgement = {
      key: `${identity.serial}:${id}`,
      serial: identity.serial,
      plateid: id,
      plate: reading.plate,
      atMs: reading.atMs,
      isOffline,
      opens: command.opens,
      answer: command.raw,
    };
    parts.onAcknowledged(acknowledgement);
    return acknowledgement;
  }

  async function duplicate(sent: Sent, first: CameraCommand): Promise<void> {
    counts.duplicates += 1;
    counts.sent += 1;
    try {
      const answer = await parts.poster.post(base + sent.path, sent.body, {
        contentType: sent.contentType,
        timeoutMs: 15_000,
        signal,
      });
      const command = answer.status === 200 ? dialect.read(answer.text) : undefined;
      if (command && command.opens !== first.opens) counts.contradictions += 1;
    } catch {
      // The record itself is safe with the server; a lost repetition is no loss.
    }
  }

  return { deliver, duplicate };
}
