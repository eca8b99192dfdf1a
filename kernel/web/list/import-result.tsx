import {
  choiceValues,
  type Field,
  type Importable,
  type ImportRow,
  type ImportTable,
  importTables,
  isWorkbook,
  tableOfSheet,
} from '@boyun/kernel/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { countText } from '../format.ts';
import { useText } from '../language.ts';
import type { ImportResult } from './import-call.ts';

/** Corrected cells of failed rows: by the place of the row, then by field. */
export type Edits = ReadonlyMap<string, Record<string, string>>;

/** Maximum number of failed rows shown at a time: each is a line of inputs. */
const SHOWN_ROWS = 20;

const placeOf = ({ sheet, row }: Pick<ImportRow, 'sheet' | 'row'>) => `${sheet} ${row}`;

/** Returns the failed rows with the user's corrections, to be sent again. */
export function failedRows({ failedRecords }: ImportResult, edits: Edits): ImportRow[] {
  return failedRecords.map(({ sheet, row, cells }) => ({
    sheet,
    row,
    cells: { ...(cells as Record<string, string>), ...edits.get(placeOf({ sheet, row })) },
  }));
}

/** The result of an import (spec §3): totals, and the failed rows with an input for each cell. */
export function ImportResultView({
  of,
  result,
  edits,
  onEdit,
}: {
  of: Importable;
  result: ImportResult;
  edits: Edits;
  onEdit: (edits: Edits) => void;
}) {
  const t = useText();
  const [page, setPage] = useState(0);
  const { failedRecords } = result;
  const pages = Math.max(1, Math.ceil(failedRecords.length / SHOWN_ROWS));
  const shown = failedRecords.slice(page * SHOWN_ROWS, (page + 1) * SHOWN_ROWS);
  const tables = importTables(of);
  const sheets = tables
    .map((table) => ({ table, rows: shown.filter((one) => tableOfSheet(of, tables, one.sheet) === table) }))
    .filter(({ rows }) => rows.length > 0);
  const edit = (place: string, key: string, text: string) =>
    onEdit(new Map(edits).set(place, { ...edits.get(place), [key]: text }));
  return (
    <>
      <Figures result={result} />
      <WrittenNote result={result} />
      {sheets.map(({ table, rows }) => (
        <div key={table.of.name}>
          {isWorkbook(of) && <h3 className="by-failed-sheet">{t(table.title)}</h3>}
          <FailedTable table={table} rows={rows} edits={edits} onEdit={edit} />
        </div>
      ))}
      {pages > 1 && <FailedPages page={page} pages={pages} onPage={setPage} />}
      <ShownNote result={result} />
    </>
  );
}

function Figures({ result }: { result: ImportResult }) {
  const t = useText();
  const figures = [
    { label: { zh: '总数', en: 'Total' }, value: result.total, tone: '' },
    {
      label: result.mode === 'check' ? { zh: '可导入', en: 'Valid' } : { zh: '成功', en: 'Succeeded' },
      value: result.successNum,
      tone: 'good',
    },
    { label: { zh: '重复', en: 'Repeated' }, value: result.repeatNum, tone: 'warn' },
    { label: { zh: '失败', en: 'Failed' }, value: result.failedNum, tone: 'bad' },
  ];
  return (
    <div className="by-figures">
      {figures.map((one) => (
        <div key={one.label.en} className={`by-figure-box ${one.tone ? `by-tone-${one.tone}` : ''}`}>
          <b className="by-figure">{countText(one.value)}</b>
          <span>{t(one.label)}</span>
        </div>
      ))}
    </div>
  );
}

/** Whether anything was written, and what waits for approval. */
function WrittenNote({ result }: { result: ImportResult }) {
  const t = useText();
  return (
    <>
      {!result.hasImported && (
        <p className="by-faint" role="status">
          {t(
            result.mode === 'check'
              ? { zh: '本次只检查，没有写入任何数据。', en: 'Check only: nothing was imported.' }
              : { zh: '没有写入任何数据。', en: 'Nothing was imported.' },
          )}
        </p>
      )}
      {result.pendingNum > 0 && (
        <p className="by-faint" role="status">
          {t(
            result.hasImported
              ? {
                  zh: '其中 {count} 行已提交审核，通过后生效。',
                  en: '{count} of them were sent for review and take effect once approved.',
                }
              : {
                  zh: '其中 {count} 行导入后须经审核才生效。',
                  en: '{count} of them will need approval before they take effect.',
                },
            { count: countText(result.pendingNum) },
          )}
        </p>
      )}
    </>
  );
}

function FailedPages({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const t = useText();
  return (
    <div className="by-failed-pages">
      <Button size="small" disabled={page === 0} onClick={() => onPage(page - 1)}>
        {t({ zh: '上一页', en: 'Back' })}
      </Button>
      <span className="by-figure">
        {page + 1} / {pages}
      </span>
      <Button size="small" disabled={page + 1 === pages} onClick={() => onPage(page + 1)}>
        {t({ zh: '下一页', en: 'Next' })}
      </Button>
    </div>
  );
}

/** Says where the other failed rows are, if not all of them are shown. */
function ShownNote({ result }: { result: ImportResult }) {
  const t = useText();
  const all = result.failedNum + result.repeatNum;
  const shown = result.failedRecords.length;
  if (all <= shown) return null;
  return (
    <p className="by-faint">
      {t(
        {
          zh: '此处只列出前 {shown} 行，全部 {all} 行请下载失败记录，修改后重新导入。',
          en: 'Only the first {shown} rows are shown. Download all {all}, correct them and import them again.',
        },
        { shown, all: countText(all) },
      )}
    </p>
  );
}

/** The failed rows of one sheet: the row number, the reason, and the cells to correct. */
function FailedTable({
  table,
  rows,
  edits,
  onEdit,
}: {
  table: ImportTable;
  rows: ImportResult['failedRecords'];
  edits: Edits;
  onEdit: (place: string, key: string, text: string) => void;
}) {
  const t = useText();
  const fields = Object.entries(table.fields);
  return (
    <div className="by-failed by-failed-edit">
      <table>
        <thead>
          <tr>
            <th>{t({ zh: '工作表', en: 'Sheet' })}</th>
            <th>{t({ zh: '行', en: 'Row' })}</th>
            <th>{t({ zh: '错误', en: 'Error' })}</th>
            <th>{t({ zh: '操作指引', en: 'What to do' })}</th>
            {fields.map(([key, field]) => (
              <th key={key}>{t(field.label)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => {
            const place = placeOf(one);
            const cells = { ...(one.cells as Record<string, string>), ...edits.get(place) };
            return (
              <tr key={place}>
                <td>{one.sheet}</td>
                <td className="by-figure">{one.row}</td>
                <td className="by-failed-why">{one.errorMsg}</td>
                <td className="by-failed-why">{one.operationGuide}</td>
                {fields.map(([key, field]) => (
                  <td key={key}>
                    <CellInput
                      field={field}
                      label={`${one.row} ${t(field.label)}`}
                      value={cells[key] ?? ''}
                      onChange={(text) => onEdit(place, key, text)}
                    />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** An input for a cell; suggests the labels of a choice. */
function CellInput({
  field,
  label,
  value,
  onChange,
}: {
  field: Field;
  label: string;
  value: string;
  onChange: (text: string) => void;
}) {
  const t = useText();
  const change = (event: { target: { value: string } }) => onChange(event.target.value);
  if (field.kind !== 'choice') return <input aria-label={label} value={value} onChange={change} />;
  const labels = choiceValues(field.choices!).map((one) => t(field.choices![one]!));
  return (
    <select aria-label={label} value={value} onChange={change}>
      {[...new Set(['', value, ...labels])].map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  );
}
