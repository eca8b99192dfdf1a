import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { MAX_BODY_BYTES } from '../message/raw-body.service.ts';

/** Largest first packet: a sign-in with its names, without a will. */
const MAX_SIGN_IN_BYTES = 2048;
/** Largest packet of a signed-in camera: a message as over HTTP and its topic. */
const MAX_PACKET_BYTES = MAX_BODY_BYTES + 1024;
const CONNECT = 0x10;
/** A remaining length is written in at most four bytes of seven bits. */
const MAX_HEADER_BYTES = 5;

/**
 * A socket that passes MQTT packets of a bounded size only, judged by their fixed header before they are buffered. The
 * first packet must be a CONNECT of at most 2 KB; what follows is not read until `admit` is called.
 */
export class PacketStream extends Duplex {
  readonly remoteAddress: string | null;
  readonly #socket: Socket;
  readonly #onAdmit: () => void;
  #isAdmitted = false;
  #isFirst = true;
  /** Bytes of the current packet behind its header; null while the header is read. */
  #left: number | null = null;
  #headerBytes = 0;
  #remaining = 0;
  /** What came before the sign-in was answered. */
  #held: Buffer | null = null;

  /** `onAdmit` is called once, when the connection is let through. */
  constructor(socket: Socket, onAdmit: () => void) {
    super();
    this.#onAdmit = onAdmit;
    this.#socket = socket;
    this.remoteAddress = socket.remoteAddress ?? null;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  /** Lets packets after the first one pass. */
  admit(): void {
    if (this.#isAdmitted || this.destroyed) return;
    this.#isAdmitted = true;
    this.#onAdmit();
    const held = this.#held;
    this.#held = null;
    if (held) this.#take(held);
    if (!this.destroyed) this.#socket.resume();
  }

  override _read(): void {
    if (!this.#held) this.#socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }

  #take(chunk: Buffer): void {
    if (this.destroyed) return;
    let at = 0;
    while (at < chunk.length) {
      if (!this.#isFirst && !this.#isAdmitted) break;
      if (this.#left === null) {
        const fault = this.#readHeader(chunk[at]!);
        at += 1;
        if (fault) return void this.destroy(new Error(fault));
      } else {
        const step = Math.min(this.#left, chunk.length - at);
        this.#left -= step;
        at += step;
      }
      if (this.#left === 0) {
        this.#left = null;
        this.#headerBytes = 0;
        this.#isFirst = false;
      }
    }
    const hasRoom = at === 0 || this.push(chunk.subarray(0, at));
    if (at < chunk.length) this.#held = chunk.subarray(at);
    if (!hasRoom || this.#held) this.#socket.pause();
  }

  /** Reads a byte of the fixed header; returns what is wrong with it. */
  #readHeader(byte: number): string | null {
    if (this.#headerBytes === 0) {
      if (this.#isFirst && byte !== CONNECT) return 'the first packet is no CONNECT';
      this.#remaining = 0;
      this.#headerBytes = 1;
      return null;
    }
    this.#remaining += (byte & 127) * 128 ** (this.#headerBytes - 1);
    this.#headerBytes += 1;
    if (this.#remaining > (this.#isFirst ? MAX_SIGN_IN_BYTES : MAX_PACKET_BYTES)) return 'the packet is too large';
    if (byte < 128) this.#left = this.#remaining;
    else if (this.#headerBytes === MAX_HEADER_BYTES) return 'the length of the packet is malformed';
    return null;
  }
}
