import { isHeldByOthers } from '@boyun/access/server';
import { formatYuan } from '@boyun/domain/money';
import { wallTime } from '@boyun/domain/period';
import { neededLevels } from '@boyun/domain/review';
import {
  type Field,
  type Fields,
  isReferring,
  type Label,
  lotsOf,
  maskPhone,
  nameKey,
  type Resource,
  type Row,
  writableFields,
} from '@boyun/kernel/contract';
import type { PendingWrite, ResourceHooks } from '@boyun/kernel/server';
import { flowOf, type Reviewed, submit } from './ask-review.service.ts';
import { decideReviews } from './review.contract.ts';
import type { Change } from './review.queries.ts';

const NONE: Label = { zh: '无', en: 'None' };
const ALL_LOTS: Label = { zh: '全部车场', en: 'All lots' };
const NO_REASON = { zh: '未填写原因', en: 'No reason given' };

/** Summary of a pending write of a plain table, by operation. */
export const SUMMARY: Readonly<Record<PendingWrite['act'], (subject: string, title: Label) => Label>> = {
  create: (subject, { zh, en }) => ({ zh: `新增${zh} ${subject}`, en: `Add ${subject} to: ${en}` }),
  update: (subject, { zh, en }) => ({ zh: `修改${zh} ${subject}`, en: `Change ${subject} in: ${en}` }),
  delete: (subject, { zh, en }) => ({ zh: `删除${zh} ${subject}`, en: `Remove ${subject} from: ${en}` }),
};

/** Carries out approved writes of a plain table; the module door lists it in `slots: [applyReviews(…)]`. */
export function reviewedWrites(of: Pick<Resource, 'name'>, kind: string): Reviewed<PendingWrite> {
  return {
    kind,
    apply: (tx, held, { reason: why, requestedBy, reviewers }, kernel) =>
      kernel.applyPendingWrite(tx, of.name, held, { why, requestedBy, reviewers }),
  };
}

/**
 * Makes writes of a plain table a kind of request for tenants with an approval flow for it: they take effect with the
 * last approval. Without a flow they take effect immediately, or, where `isUsual`, once another person has agreed, if there is one who may
 * decide. `reason` reads the reason from a row.
 */
export function reviewedTable<F extends Fields>(
  of: Resource<F>,
  kind: string,
  reason: (row: Row<Resource<F>>) => string | null = () => null,
  { isUsual = false }: { readonly isUsual?: boolean } = {},
): Pick<ResourceHooks<Resource<F>>, 'hold'> {
  return {
    async hold(tx, { held, before, after }) {
      const flow = await flowOf(tx, kind);
      const isFree = flow.length === 0 && !(isUsual && (await isHeldByOthers(tx, decideReviews.name, tx.who.userId)));
      const levels = isFree ? [] : neededLevels(flow, null);
      if (levels.length === 0) return false;
      const row = (after ?? before)!;
      const subject = of.subject(row);
      await submit(tx, kind, levels, {
        lotIds: lotsOf(of, row),
        subjectKind: of.name,
        subjectId: held.id,
        subject,
        summary: SUMMARY[held.act](subject, of.title),
        changes: changesOf(of as unknown as Resource, before, after, tx.who.zone),
        amountFen: null,
        counting: 'alone',
        reason: reason(row) || NO_REASON[tx.who.language],
        payload: held,
      });
      return true;
    },
  };
}

/** Returns the changed fields of a write, in words. */
export function changesOf(of: Resource, before: object | null, after: object | null, zone: string): Change[] {
  const wordsOf = (key: string, field: Field, row: object | null) =>
    row ? wordsIn(field, key, row as Record<string, unknown>, zone) : NONE;
  return Object.entries(writableFields(of.fields)).flatMap(([key, field]) => {
    const change = { label: field.label, before: wordsOf(key, field, before), after: wordsOf(key, field, after) };
    return change.before.zh === change.after.zh ? [] : [change];
  });
}

function wordsIn(field: Field, key: string, row: Readonly<Record<string, unknown>>, zone: string): Label {
  const value = row[key];
  const same = (text: string): Label => ({ zh: text, en: text });
  if (value === null || value === undefined || value === '' || (isReferring(field) && [value].flat().length === 0))
    return (field.item ?? field).to === 'lot' ? ALL_LOTS : NONE;
  switch (field.kind) {
    case 'choice':
      return field.choices?.[value as string] ?? same(String(value));
    case 'instant':
      return same(
        wallTime((value as Date).getTime(), zone)
          .slice(0, 16)
          .replace('T', ' '),
      );
    case 'flag':
      return value ? { zh: '是', en: 'Yes' } : { zh: '否', en: 'No' };
    case 'money':
      return same(`¥${formatYuan(value as number)}`);
    case 'secret':
      return same('******');
    default: {
      if (isReferring(field)) return same(String(row[nameKey(key)] ?? [value].flat().join(' ')));
      const words = (one: unknown) => ((field.isPhone ?? field.item?.isPhone) ? maskPhone(String(one)) : String(one));
      return same([value].flat().map(words).join(' '));
    }
  }
}
