import { type Label, say } from '@boyun/kernel/contract';
import { listLink, Money, useLanguage, useText } from '@boyun/kernel/web';
import { Link } from 'react-router';
import { figureFields, getSettlement } from '../settlement/settlement.contract.ts';
import './settlement.css';

type FigureKey = keyof typeof figureFields;
/** Figures of a settlement or a part of it, in fen. */
export type Figures = Readonly<Record<FigureKey, number>>;
/** What follows from them. */
export interface Outcome {
  readonly shareFen: number;
  readonly adjustedFen?: number;
  readonly carriedFen: number;
  readonly payableFen: number;
}

const LESS: readonly FigureKey[] = ['operatorFen', 'merchantFen', 'owingFen'];
const RESULTS = getSettlement.output;

/** How the net comes about, line by line, and what of it is payable. */
export function FigureSum({ figures, outcome, terms }: { figures: Figures; outcome: Outcome; terms: string }) {
  const t = useText();
  const line = (label: Label, fen: number, { isResult = false, sign = '', note = '' } = {}) => (
    <div key={label.en} className={isResult ? 'is-result' : undefined}>
      <dt>
        {sign} {t(label)}
        {note && <span className="by-faint"> · {note}</span>}
      </dt>
      <dd>
        <Money fen={fen} isStrong={isResult} />
      </dd>
    </div>
  );
  return (
    <dl className="settlement-sum">
      {line(figureFields.grossFen.label, figures.grossFen)}
      {LESS.map((key) => line(figureFields[key].label, figures[key], { sign: '−' }))}
      {line(figureFields.receivedFen.label, figures.receivedFen, { isResult: true })}
      {line(figureFields.merchantFen.label, figures.merchantFen, { sign: '+', note: t(PAID_BY_MERCHANTS) })}
      {line(figureFields.refundedFen.label, figures.refundedFen, { sign: '−' })}
      {line(figureFields.feeFen.label, figures.feeFen, { sign: '−' })}
      {line(figureFields.netFen.label, figures.netFen, { isResult: true })}
      {line(RESULTS.shareFen.label, outcome.shareFen, { note: terms })}
      {outcome.adjustedFen !== undefined && line(RESULTS.adjustedFen.label, outcome.adjustedFen)}
      {line(RESULTS.carriedFen.label, outcome.carriedFen)}
      {line(RESULTS.payableFen.label, outcome.payableFen, { isResult: true })}
    </dl>
  );
}

const PAID_BY_MERCHANTS = { zh: '商家已付', en: 'paid by merchants' };
const COLUMNS = ['grossFen', 'receivedFen', 'merchantFen', 'refundedFen', 'feeFen', 'netFen'] as const;

/** Figures in a table, a row for each lot or day, with the entries of the ledger behind them. */
export function FigureTable({
  head,
  rows,
}: {
  head: Label;
  rows: readonly (Figures & {
    readonly key: string;
    readonly name: string;
    readonly shareFen: number;
    readonly filters: Readonly<Record<string, unknown>>;
  })[];
}) {
  const language = useLanguage();
  return (
    <div className="settlement-wide">
      <table className="settlement-table">
        <thead>
          <tr>
            <th>{say(head, language)}</th>
            {COLUMNS.map((key) => (
              <th key={key}>{say(figureFields[key].label, language)}</th>
            ))}
            <th>{say(RESULTS.shareFen.label, language)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={one.key}>
              <td>
                <Link to={listLink('/_cloud_operation/ledger', one.filters)}>{one.name}</Link>
              </td>
              {COLUMNS.map((key) => (
                <td key={key}>
                  <Money fen={one[key]} />
                </td>
              ))}
              <td>
                <Money fen={one.shareFen} isStrong />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The name of the lot of a row, which the server adds to its id. */
export const nameOf = (row: object): string => (row as { readonly lotName?: string | null }).lotName ?? '';
