import { createHash } from 'node:crypto';
import { isRecord } from '@boyun/gateway/server';
import { decode, type Fields, type Values } from '@boyun/kernel/contract';
import type { HeadOfItem } from './box-item.queries.ts';
import { BoxItemKind, barrierItemFields, cashItemFields, passingItemFields } from './handover.contract.ts';

/** An item that can be taken: its time by the server's clock, and what it says. */
export type ReadItem = HeadOfItem &
  (
    | { readonly kind: 'passing'; readonly said: Values<typeof passingItemFields> }
    | { readonly kind: 'cash'; readonly said: Values<typeof cashItemFields> }
    | { readonly kind: 'barrier'; readonly said: Values<typeof barrierItemFields> }
  );

/** An item that says something else than it should. */
export type UnreadItem = HeadOfItem & { readonly unreadable: string };

const FIELDS: Readonly<Record<BoxItemKind, Fields>> = {
  passing: passingItemFields,
  cash: cashItemFields,
  barrier: barrierItemFields,
};

/** When an item was made, by the server's clock. */
export interface HandedAt {
  readonly now: Date;
  /** What must be added to the box's clock now, for items that do not say. */
  readonly offsetMs: number;
  readonly zone: string;
}

/** Reads an item; one that cannot be read is kept under what can be read of it. */
export function readItem(raw: unknown, handed: HandedAt): ReadItem | UnreadItem {
  const record = isRecord(raw) ? raw : {};
  const kind = String(record.Kind) in BoxItemKind ? (record.Kind as BoxItemKind) : null;
  const decoded = kind && decode(FIELDS[kind], record, { zone: handed.zone });
  if (!kind || !decoded?.ok)
    return unread(record, handed, kind, decoded && !decoded.ok ? wordsOf(decoded.issues) : 'Kind');
  const said = decoded.values as Values<typeof passingItemFields> & Values<typeof cashItemFields>;
  const offsetMs = said.offsetMs ?? handed.offsetMs;
  const { Picture: _, ...content } = record;
  const head = {
    itemId: said.itemId,
    seq: said.seq,
    kind,
    happenedAt: new Date(Math.min(said.at.getTime() + offsetMs, handed.now.getTime())),
    offsetMs,
    plate: said.plate ?? null,
    amountFen: kind === 'cash' ? said.amountFen : null,
    accountId: said.byId ?? null,
    content,
  };
  return { ...head, said } as unknown as ReadItem;
}

const wordsOf = (issues: readonly { readonly path: string; readonly en: string }[]): string =>
  issues.map((one) => `${one.path}: ${one.en}`).join('; ');

function unread(
  record: Record<string, unknown>,
  { now }: HandedAt,
  kind: BoxItemKind | null,
  unreadable: string,
): UnreadItem {
  const { Picture: _, ...content } = record;
  const text = JSON.stringify(content).slice(0, MOST_KEPT);
  const { ItemId: itemId, Seq: seq, AmountFen: amount } = record;
  return {
    itemId: typeof itemId === 'string' && itemId.length > 0 && itemId.length <= 64 ? itemId : `?${digest(text)}`,
    seq: Number.isSafeInteger(seq) && Number(seq) >= 0 ? Number(seq) : 0,
    kind: kind ?? 'barrier',
    happenedAt: now,
    offsetMs: 0,
    plate: null,
    amountFen: kind === 'cash' && Number.isSafeInteger(amount) && Number(amount) > 0 ? Number(amount) : null,
    accountId: null,
    content: { unreadable: text },
    unreadable,
  };
}

/** Characters kept of an item that cannot be read. */
const MOST_KEPT = 4000;

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 40);

/** Reads a kept item again, with the time that was found for it. */
export function readKept(
  kept: HeadOfItem & { readonly content: Record<string, unknown> },
  zone: string,
): ReadItem | null {
  const decoded = decode(FIELDS[kept.kind], kept.content, { zone });
  return decoded.ok ? ({ ...kept, said: decoded.values } as unknown as ReadItem) : null;
}
