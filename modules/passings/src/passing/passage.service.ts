import type { DeviceContext } from '@boyun/devices/server';
import { noPlate, type PlateColor } from '@boyun/domain/plate';
import type { AlarmWord, Words } from '@boyun/domain/stay';
import type { LaneSetting } from '@boyun/facilities/server';
import type { PassType } from '@boyun/orders/contract';
import type { CardPaid, Swipe } from '@boyun/payments/server';
import type { Decision } from './passing.contract.ts';

/** Where in a picture the plate is, in pixels. */
export interface PlateBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A passing as a device reports it, whatever its protocol. */
export interface PassingMessage {
  /** Idempotency key, unique per device; a repeated event has no effect. */
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
  /** The barrier was opened by remote control while the device was offline. */
  readonly isByRemote?: boolean;
  readonly picture: Uint8Array | null;
  /** Where the plate is in the picture, if the device says so. */
  readonly plateBox?: PlateBox | null;
  /** The chip of a card held to the reader of the lane. */
  readonly cardUid?: string;
}

/** A message with its lane, normalised plate and resolved times. */
export interface Passage {
  readonly passingId: string;
  readonly device: DeviceContext;
  readonly setting: LaneSetting;
  readonly plate: string | null;
  readonly plateColor: PlateColor;
  readonly confidence: number;
  readonly vehicleKind: string | null;
  readonly happenedAt: Date;
  /** By the device's clock, where that runs ahead. */
  readonly saidAt: Date | null;
  readonly isLate: boolean;
  readonly isByRemote: boolean;
  readonly carsInside: number;
  readonly pictureKey: string | null;
  readonly plateBox: PlateBox | null;
  /** Text the camera sent that is not a plate, with invisible characters shown; null if it sent a plate or nothing. */
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
  /** The list entry that determined the standing. */
  readonly entry: { readonly kind: string; readonly id: string } | null;
  readonly decision: Decision;
  readonly passType: PassType;
  readonly words: Words;
  readonly screen: Words;
  readonly alarms: readonly AlarmWord[];
  readonly orderId: string | null;
  readonly dueFen: number;
  /** Path of the payment page if the driver has to pay. */
  readonly payUrl: string | null;
  /** Result of paying the fee with the driver's card. */
  readonly paid?: CardPaid | null;
  /** The car that waits at the lane keeps waiting. */
  readonly keepsWaiting?: true;
}

/** What the screen of the lane shows and says. */
export interface ShownWords {
  readonly lines: string[];
  readonly voice: string;
}

/** The response to the device; stored with the passing and returned again for a repeated event. */
export interface GateAnswer {
  readonly passingId: string;
  readonly decision: Decision;
  /** Lines of the screen. */
  readonly lines: string[];
  readonly voice: string;
  /** Path of the payment page for the QR code; null when nothing is due. */
  readonly payUrl: string | null;
  readonly commandId: string | null;
  /** The stay it began, ended or asks about; absent in answers of before. */
  readonly orderId?: string | null;
  /** What is asked of the driver, in fen. */
  readonly dueFen?: number;
  readonly isRepeated: boolean;
}

/** A judged passing. The response to its device, its row and its event are projections of this value. */
export type PassingFacts = ReturnType<typeof describePassing>;

/** Describes a judged passing; `commandId` is the command to its barrier. */
export function describePassing(
  passage: Passage,
  message: Pick<PassingMessage, 'eventKey' | 'plate' | 'isOffline'>,
  verdict: Verdict,
  commandId: string | null,
  shown: ShownWords,
) {
  const { setting, device, plateColor, vehicleKind, confidence, happenedAt, isLate, carsInside } = passage;
  const { plate, standing, decision, passType, orderId, dueFen, payUrl, words } = verdict;
  const { lines, voice } = shown;
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
    plateBox: passage.plateBox,
    pictureLost: passage.pictureLost,
    happenedAt,
    saidAt: passage.saidAt,
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
    voice,
    orderId,
    dueFen,
    payUrl,
    commandId,
    isWaiting: decision === 'hold',
    hasPlate: plate !== noPlate,
    carsInside,
  };
}

/** The response to the device of a passing. */
export function answerOf(facts: PassingFacts): GateAnswer {
  const { id: passingId, decision, lines, voice, payUrl, commandId, orderId, dueFen } = facts;
  return { passingId, decision, lines, voice, payUrl, commandId, orderId, dueFen, isRepeated: false };
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
