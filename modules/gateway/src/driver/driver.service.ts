import type { Socket } from 'node:net';
import type { CameraOrder } from '@boyun/devices/contract';
import type { BarrierKind, DeviceContext, GateCommand, LaneScreen } from '@boyun/devices/server';
import type { MessageMap } from '@boyun/domain/message-map';
import type { ScreenWords } from '@boyun/domain/screen-frame';
import type { Kernel, Who } from '@boyun/kernel/server';
import type { GateAnswer, PassingMessage } from '@boyun/passings/server';
import type { FastifyInstance } from 'fastify';
import type { DeviceRecord } from '../message/payload.service.ts';

/** A message of a device as it arrived. */
export interface RawMessage {
  readonly body: Uint8Array;
  /** The address or topic it arrived at, without secrets. */
  readonly path: string;
  readonly contentType: string;
  readonly receivedAt: Date;
  /** IANA zone of the lot, for times without a zone. */
  readonly zone: string;
  /** Where its values are, for protocols whose cameras are mapped one by one. */
  readonly map?: MessageMap | null;
}

/** A passing as a protocol reads it. */
export interface Reading {
  /** The serial number in the message; null where the protocol identifies the sender in another way. */
  readonly serialNo: string | null;
  readonly message: PassingMessage;
  /** Which way the car drives, where the device says so; the lane decides. */
  readonly direction?: 'entry' | 'exit' | null;
}

/** The outcome of a passing, to be sent to the device that reported it. */
export interface PassingReply<R extends Reading = Reading> {
  readonly reading: R;
  /** `payUrl` is absolute where the protocol knows the address of this server. */
  readonly answer: GateAnswer;
  /** The driver's command that opens the barrier; null where it stays closed, as for an offline record. */
  readonly command: object | null;
  /** The message for the screen of the lane. */
  readonly screen: object | null;
}

/** The device a command or reply is for; `addressOf` is the absolute address of a route of its own, null where it is not known. */
export type Recipient = Pick<DeviceContext, 'serialNo'> & {
  readonly now: Date;
  readonly zone?: string;
  readonly laneScreen?: LaneScreen | null;
  addressOf?(route: string): string | null;
};

/** A command to a camera itself. */
export type OrderOf = Pick<GateCommand, 'id' | 'content'>;

/** A message as far as it is understood without knowing its maker. */
export interface Sniffed {
  readonly json: DeviceRecord | null;
  /** The fields of a form. */
  readonly fields: Readonly<Record<string, string>>;
  /** The beginning of the text. */
  readonly text: string;
}

/** Why a message is taken for one of a protocol: the route that takes it, and the names it was told by. */
export interface Recognised {
  readonly route: string;
  readonly signs: readonly string[];
}

/** A refused message that was kept. */
export interface KeptCall {
  readonly path: string;
  readonly serialNo: string | null;
  readonly body: Buffer;
}

/** A call to a camera's own address. */
export interface CameraCall {
  readonly method: 'GET' | 'PUT' | 'POST';
  /** The path with its query. */
  readonly path: string;
  readonly body?: string;
}

/** A call that gives a camera an order; `answers` says what its answer holds: a picture, or a text that is worth keeping. */
export interface OrderCall extends CameraCall {
  readonly answers?: 'picture' | 'text';
}

/** How a protocol calls its cameras; `isDone` reads the body of a response with the status 200. */
export interface CameraCalls {
  /** The call that moves the barrier. */
  move(kind: BarrierKind): CameraCall;
  /** The calls of its orders, as its contract states them. */
  readonly orders?: Partial<
    Record<CameraOrder, (order: OrderOf, to: Required<Pick<Recipient, 'now' | 'zone'>>) => OrderCall>
  >;
  /** A call that moves nothing and needs the account. */
  readonly ask: CameraCall;
  isDone(text: string): boolean;
}

/** Open connections of devices. */
export interface DeviceBus {
  /** Takes a connection whose first byte says that it speaks the protocol of this bus. */
  handleSocket(socket: Socket): void;
  stop(): Promise<void>;
}

/** Where the devices of a protocol connect: routes below a prefix, or connections that stay open. */
export type Mount =
  | { readonly kind: 'routes'; readonly prefix: string; open(app: FastifyInstance, kernel: Kernel): void }
  | { readonly kind: 'bus'; open(kernel: Kernel): Promise<DeviceBus> };

/**
 * The protocol of a maker's devices, in a folder of its own. The parts common to all (limits, the decision,
 * the waits for commands, quarantine and replay) is generic; a driver translates. `readPassing` and `health` throw DeviceFault.
 */
export interface Driver<R extends Reading = Reading> {
  /** The name cameras and kept messages are stored under, declared in the driver's contract and put into `protocolSlot`. */
  readonly protocol: string;
  readonly mount: Mount;
  /** Recognises a message of its own; null for any other. */
  recognise?(message: Sniffed): Recognised | null;
  /** Adds what reading a message of a camera needs from the database. */
  prepare?(kernel: Kernel, device: DeviceContext, raw: RawMessage): Promise<RawMessage>;
  /** Reads a passing; also when a person replays a kept message. */
  readPassing(raw: RawMessage): R;
  /** The reply to a passing; null where nothing is sent. */
  answer(reply: PassingReply<R>): object | null;
  /** The message, or the part of a reply, that moves the barrier. */
  command(command: { readonly id: string; readonly kind: BarrierKind }, to: Recipient): object;
  /** The messages, or the parts of a reply, that give a camera its orders, as its contract states them; null where it cannot be said now. */
  readonly orders?: Partial<Record<CameraOrder, (order: OrderOf, to: Recipient) => object | null>>;
  /** The message that shows words and the QR code of a payment page on the screen of the lane; null without a screen. */
  screen(words: ScreenWords, on: LaneScreen | null): object | null;
  /** How commands reach cameras of a protocol that declares `calls`. */
  readonly calls?: CameraCalls;
  /** Reads a heartbeat: returns its serial number, or null where it has none. */
  health(raw: RawMessage): string | null;
  /** For devices that report more than passings: takes a kept message that is none; null where it is a passing. */
  replay?(kernel: Kernel, who: Who, kept: KeptCall): Promise<{ cameraId: string | null; lotId: string } | null>;
  /** For devices that speak for others: the camera such a device speaks for in a kept message, the one chosen by hand where given; null for a message of a camera itself. */
  findSender?(
    kernel: Kernel,
    who: Who,
    kept: KeptCall,
    chosenId: string | null,
  ): Promise<{ readonly cameraId: string | null } | null>;
}

/** What a driver knows of the format of its messages, without its routes: the part that boxes use as well. */
export type Format<R extends Reading = Reading> = Omit<Driver<R>, 'mount' | 'prepare' | 'replay' | 'findSender'>;
