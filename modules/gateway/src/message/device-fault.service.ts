import { deviceRefusal } from '@boyun/devices/contract';
import { type Language, type RefusalRule, say } from '@boyun/kernel/contract';

/** Why a message is refused. */
export type FaultReason = Exclude<keyof typeof deviceRefusal, 'no-camera'>;

/** A device message that cannot be processed, with the reason; `detail` is for people and contains no secret. */
export class DeviceFault extends Error {
  readonly reason: FaultReason;
  readonly detail: string;
  /** The device gets a success response, since sending the message again would fail as well. */
  readonly isTaken: boolean;

  constructor(reason: FaultReason, detail = '', isTaken = false) {
    super(`${reason} ${detail}`);
    this.name = 'DeviceFault';
    this.reason = reason;
    this.detail = detail;
    this.isTaken = isTaken;
  }

  get rule(): RefusalRule {
    return deviceRefusal[this.reason];
  }
}

/** The response to a refused device: the product's envelope, with a status that every camera treats as a failure. */
export function faultAnswer(fault: DeviceFault, language: Language): { status: 400 | 401; body: object } {
  const { rule } = fault;
  const status = rule.status === 400 ? 400 : 401;
  const message = say(rule, language, { reason: fault.detail });
  return { status, body: { state: status === 401 ? '401' : 'fail', data: null, message, code: rule.code } };
}
