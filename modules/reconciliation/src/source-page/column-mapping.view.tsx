import type { Listed } from '@boyun/kernel/contract';
import { Modal, notify, post, refreshLists, updateRow, useText } from '@boyun/kernel/web';
import { Button, Select } from 'antd';
import { useRef, useState } from 'react';
import { readBillTable } from '../bill-import/bill-import.contract.ts';
import { billSource } from '../bill-source/bill-source.contract.ts';
import './source.css';

type Source = Listed<typeof billSource>;
type Column = keyof typeof billSource.fields & keyof Source;
/** The titles of columns by item. */
type Chosen = Readonly<Record<string, string | null>>;

/** The most rows of the sample that are shown. */
const SHOWN_ROWS = 6;

/** The row of a table with the titles of its columns: that with the most filled cells among the first ones. */
function headOf(rows: readonly (readonly string[])[]): number {
  const counts = rows.map((row) => row.filter((cell) => cell !== '' && !/^[\d.,:/ -]+$/.test(cell)).length);
  return counts.indexOf(Math.max(...counts));
}

/** Chooses what the columns of a source's tables mean, from a sample file, and stores that with the source. */
export function ColumnMapping({
  source,
  columns,
  onClose,
}: {
  source: Source;
  columns: readonly Column[];
  onClose: () => void;
}) {
  const t = useText();
  const [rows, setRows] = useState<readonly (readonly string[])[]>([]);
  const [chosen, setChosen] = useState<Chosen>(() =>
    Object.fromEntries(columns.map((key) => [key, (source[key] as string | null) ?? null])),
  );
  const [isBusy, setBusy] = useState(false);
  const head = rows.length > 0 ? headOf(rows) : -1;
  const titles = head === -1 ? [] : rows[head]!.filter((one) => one !== '');
  const read = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    try {
      const { data } = await post(readBillTable.path, { File: file });
      setRows((data as { Rows: string[][] }).Rows);
    } catch {
      // The transport has shown the error.
    } finally {
      setBusy(false);
    }
  };
  const save = async () => {
    setBusy(true);
    try {
      await updateRow(billSource, source, chosen);
      notify('good', { zh: '已保存', en: 'Saved' });
      await refreshLists(billSource.name);
      onClose();
    } catch {
      // The transport has shown the error.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={760}
      title={`${t({ zh: '列对应', en: 'Columns' })} · ${source.name}`}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t({ zh: '取消', en: 'Cancel' })}</Button>
          <Button type="primary" loading={isBusy} onClick={() => void save()}>
            {t({ zh: '保存', en: 'Save' })}
          </Button>
        </>
      }
    >
      <p className="by-hint">
        {t({
          zh: '选择一个样例文件，为每一项选择表头中的列；以后该来源的文件都按此读取',
          en: 'Choose a sample file and the column of its header for each item; files of this source are read so from then on',
        })}
      </p>
      <SampleFile isBusy={isBusy} onRead={read} />
      <Choices columns={columns} titles={titles} chosen={chosen} onChoose={setChosen} />
      {head !== -1 && <Sample rows={rows.slice(head, head + SHOWN_ROWS)} chosen={chosen} />}
    </Modal>
  );
}

/** The button that chooses a sample file. */
function SampleFile({ isBusy, onRead }: { isBusy: boolean; onRead: (file: File | undefined) => Promise<void> }) {
  const t = useText();
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <p>
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".xlsx,.xls,.csv"
        aria-label={t({ zh: '样例文件', en: 'Sample file' })}
        onChange={(event) => void onRead(event.target.files?.[0])}
      />
      <Button loading={isBusy} onClick={() => chooser.current?.click()}>
        {t({ zh: '选择样例文件', en: 'Choose a sample' })}
      </Button>
    </p>
  );
}

/** Each item with the title of its column; titles are those of the sample. */
function Choices({
  columns,
  titles,
  chosen,
  onChoose,
}: {
  columns: readonly Column[];
  titles: readonly string[];
  chosen: Chosen;
  onChoose: (next: Chosen) => void;
}) {
  const t = useText();
  return (
    <div className="source-columns">
      {columns.map((key) => (
        <label key={key} htmlFor={`column-${key}`}>
          <span>{t(billSource.fields[key].label)}</span>
          <Select
            id={`column-${key}`}
            allowClear
            showSearch
            value={chosen[key] ?? undefined}
            placeholder={t({ zh: '没有此列', en: 'No such column' })}
            onChange={(next: string | undefined) => onChoose({ ...chosen, [key]: next ?? null })}
            options={[...new Set([...titles, ...(chosen[key] ? [chosen[key]] : [])])].map((one) => ({
              value: one,
              label: one,
            }))}
          />
        </label>
      ))}
    </div>
  );
}

/** The header and the first rows of the sample, with the chosen columns marked. */
function Sample({ rows, chosen }: { rows: readonly (readonly string[])[]; chosen: Chosen }) {
  const used = new Set(Object.values(chosen));
  const [titles = [], ...lines] = rows;
  return (
    <div className="source-sample">
      <table>
        <thead>
          <tr>
            {titles.map((title, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: titles of columns may repeat
              <th key={at} className={used.has(title) ? 'is-used' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a sample do not move
            <tr key={row}>
              {titles.map((title, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: titles of columns may repeat
                <td key={at} className={used.has(title) ? 'is-used' : undefined}>
                  {line[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
