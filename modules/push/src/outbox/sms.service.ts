/** A provider's response. */
export interface Taken {
  readonly isTaken: boolean;
  readonly id: string | null;
  readonly answer: string;
  /** If rejected: whether a retry may succeed. */
  readonly isWorthRetry: boolean;
}

/** An SMS in the form providers accept: an approved template with its values. */
export interface Sms {
  readonly mobile: string;
  readonly title: string;
  readonly content: string;
  /** Template id at the provider; null for the default one. */
  readonly template: string | null;
  /** The values of the template in their order; title and content without them. */
  readonly values?: Readonly<Record<string, string>> | null;
  readonly at: Date;
}

/** A text to be approved, with places such as `{name}`. */
export interface NewTemplate {
  readonly name: string;
  readonly isAdvertising: boolean;
  readonly content: string;
  readonly at: Date;
}

/** What a provider says of a text. */
export interface Decision {
  readonly state: 'submitted' | 'approved' | 'refused';
  readonly reason: string | null;
}

/** What is left at a provider: messages of packages, or money. */
export interface SmsBalance {
  readonly leftCount: number | null;
  readonly leftFen: number | null;
}

/** What a provider answered instead of what was asked for. */
export class SmsFault extends Error {}

/** A service that sends SMS and approves their texts; throws when it cannot be reached, and `SmsFault` where it refuses a question. */
export interface SmsProvider {
  readonly name: 'aliyun' | 'tencent' | 'sandbox';
  send(sms: Sms): Promise<Taken>;
  /** Submits a text; returns its number. */
  submit(template: NewTemplate): Promise<string>;
  decisionOn(template: NewTemplate & { readonly code: string }): Promise<Decision>;
  balance(at: Date): Promise<SmsBalance>;
}

/** The values that texts have, in the order of their places. */
export const placesOf = (content: string): string[] => [
  ...new Set([...content.matchAll(/\{(\w+)\}/g)].map((one) => one[1]!)),
];
