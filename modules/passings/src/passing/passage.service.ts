import type { DeviceContext } from '@boyun/devices/server';
import { noPlate, type PlateColor } from '@boyun/domain/plate';
import type { AlarmWord, Words } from '@boyun/domain/stay';
import type { LaneSetting } from '@boyun/facilities/server';
import type { PassType } from '@boyun/orders/contract';
import type { CardPaid, Swipe } from '@boyun/payments/server';
import type { Decision } from './passing.contract.ts';

/** A passing as a device reports it, whatever its protocol. */
export interface PassingMessage {
  /** Identifies the event for its device for ever; the second arrival changes nothing. */
  readonly eventKey: string;
  /** Normalised; null when none could be read. */
  readonly plate: string | null;
  readonly plateColor: number;
  /** 0 to 100. */
  readonly confidence: number;
  readonly vehicleKind: string | null;
  /** By the device's clock. */
  readonly happenedAt: Date;
  /** Stored while the camera could not reach the cloud. */
  readonly isOffline: boolean;
  readonly picture: Uint8Array | null;
  /** The chip of a card held to the reader of the lane. */
  readonly cardUid?: string;
}

/** A message on its way through: with the lane it happened at and everything decided about time. */
export interface Passage {
  readonly passingId: string;
  readonly device: DeviceContext;
  readonly setting: LaneSetting;
  readonly plate: string | null;
  readonly plateColor: PlateColor;
  readonly confidence: number;
  readonly vehicleKind: string | null;
  readonly happenedAt: Date;
  readonly isLate: boolean;
  readonly carsInside: number;
  readonly pictureKey: string | null;
  /** What the camera sent in place of a plate, made readable; null where it sent a plate or nothing. */
  readonly rawPlate: string | null;
  /** Code of the error that kept the picture from being stored. */
  readonly pictureLost: string | null;
  /** The card the driver held to the reader. */
  readonly card: Swipe['card'];
}

/** The judgement of an entry or exit. */
export interface Verdict {
  readonly plate: string;
  readonly standing: string;
  /** The list entry that made the standing. */
  readonly entry: { readonly kind: string; readonly id: string } | null;
  readonly decision: Decision;
  readonly passType: PassType;
  readonly words: Words;
  readonly screen: Words;
  readonly alarms: readonly AlarmWord[];
  readonly orderId: string | null;
  readonly dueFen: number;
  /** Path of the payment page where the driver is asked to pay. */
  readonly payUrl: string | null;
  /** What the driver's card did about the fee. */
  readonly paid?: CardPaid | null;
  /** Nothing was decided about the car that waits at the lane. */
  readonly keepsWaiting?: true;
}

/** The answer to the device; stored with the passing for a device that reports it twice. */
export interface GateAnswer {
  readonly passingId: string;
  readonly decision: Decision;
  /** Lines for the screen, and what the voice says. */
  readonly lines: string[];
  readonly voice: string;
  /** Path of the payment page for the QR; null when nothing is to pay. */
  readonly payUrl: string | null;
  readonly commandId: string | null;
  readonly isRepeated: boolean;
}

/** A judged passing. The answer to its device, its row and its event are projections of this value. */
export type PassingFacts = ReturnType<typeof describePassing>;

/** Describes a judged passing; `commandId` is the command to its barrier. */
export function describePassing(
  passage: Passage,
  message: Pick<PassingMessage, 'eventKey' | 'plate' | 'isOffline'>,
  verdict: Verdict,
  commandId: string | null,
) {
  const { setting, device, plateColor, vehicleKind, confidence, happenedAt, isLate, carsInside } = passage;
  const { plate, standing, decision, passType, orderId, dueFen, payUrl, words, screen } = verdict;
  const lines = screen.zh ? [plate, screen.zh] : [];
  return {
    id: passage.passingId,
    lotId: setting.lotId,
    lotName: setting.lotName,
    laneId: setting.laneId,
    laneName: setting.laneName,
    direction: setting.direction,
    cameraId: device.cameraId,
    eventKey: message.eventKey,
    plate,
    readPlate: passage.rawPlate === null ? message.plate || null : null,
    rawPlate: passage.rawPlate,
    plateColor,
    vehicleKind,
    confidence,
    picture: passage.pictureKey,
    pictureLost: passage.pictureLost,
    happenedAt,
    isOffline: message.isOffline,
    isLate,
    standing,
    listKind: verdict.entry?.kind ?? null,
    listEntryId: verdict.entry?.id ?? null,
    decision,
    passType,
    reasonZh: words.zh,
    reasonEn: words.en,
    lines,
    screenText: lines.join(' '),
    voice: screen.zh ? `${plate}，${screen.zh}` : '',
    orderId,
    dueFen,
    payUrl,
    commandId,
    isWaiting: decision === 'hold',
    hasPlate: plate !== noPlate,
    carsInside,
  };
}

/** The answer to the device of a passing. */
export function answerOf(facts: PassingFacts): GateAnswer {
  const { id: passingId, decision, lines, voice, payUrl, commandId } = facts;
  return { passingId, decision, lines, voice, payUrl, commandId, isRepeated: false };
}

const EVENT_KEYS = [
  'laneId',
  'laneName',
  'lotName',
  'direction',
  'plate',
  'plateColor',
  'confidence',
  'standing',
  'decision',
  'passType',
  'reasonZh',
  'reasonEn',
  'screenText',
  'picture',
  'orderId',
  'dueFen',
  'happenedAt',
  'isLate',
  'isWaiting',
  'carsInside',
] as const satisfies readonly (keyof PassingFacts)[];

/** The event of a passing, as open pages show it. */
export function eventOf(facts: PassingFacts) {
  const data = Object.fromEntries(EVENT_KEYS.map((key) => [key, facts[key]])) as Pick<
    PassingFacts,
    (typeof EVENT_KEYS)[number]
  >;
  return { passingId: facts.id, ...data };
}
