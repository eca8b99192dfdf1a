import { type Label, slot, type Tone } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { Holder } from './holder.service.ts';

/** One thing of a customer in the app: a stay, a coupon, an invoice. */
export interface Matter {
  readonly id: string;
  readonly title: Label;
  readonly note?: Label | null;
  readonly at?: Date | null;
  /** What it is worth, or cost. */
  readonly amountFen?: number | null;
  readonly state?: (Label & { readonly tone: Tone }) | null;
  /** The page that shows it, or goes on with it. */
  readonly path?: string | null;
}

/** The things of one kind that a customer has, with what can be begun. */
export interface Matters {
  readonly rows: readonly Matter[];
  /** A figure above them, such as a balance. */
  readonly headFen?: number | null;
  readonly acts?: readonly { readonly label: Label; readonly path: string }[];
}

/** A kind of things in the app. Modules above fill in theirs. */
export interface MatterKind {
  /** Part of the address; names the icon. */
  readonly kind: string;
  readonly title: Label;
  /** What is said where there is none. */
  readonly none: Label;
  /** The order in the menu. */
  readonly place: number;
  find(tx: TenantTx, holder: Holder): Promise<Matters>;
}

/** The kinds of things that the app shows. */
export const ownMatters = slot<MatterKind>('member.matters');

/** Most things of a kind that are shown. */
export const MOST_SHOWN = 50;

/** The same text in every language. */
export const same = (text: string): Label => ({ zh: text, en: text });
