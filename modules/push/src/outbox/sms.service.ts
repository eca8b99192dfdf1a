/** A provider's response. */
export interface Taken {
  readonly isTaken: boolean;
  readonly id: string | null;
  readonly answer: string;
  /** If rejected: whether a retry may succeed. */
  readonly isWorthRetry: boolean;
}

/** An SMS in the form providers accept: an approved template with two values. */
export interface Sms {
  readonly mobile: string;
  readonly title: string;
  readonly content: string;
  /** Template id at the provider; null for the default one. */
  readonly template: string | null;
  readonly at: Date;
}

/** A service that sends SMS; throws when it cannot be reached. */
export interface SmsProvider {
  readonly name: 'aliyun' | 'tencent';
  send(sms: Sms): Promise<Taken>;
}
