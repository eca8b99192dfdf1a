import { plateColorLabel } from '@boyun/domain/plate';
import './example.css';
import type { Listed, Output } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  can,
  createRow,
  Drawer,
  deleteRow,
  download,
  Empty,
  ErrorState,
  exportRows,
  type FormPart,
  ImportDialog,
  Money,
  notify,
  RecordForm,
  refreshLists,
  Skeleton,
  StateDot,
  updateRow,
  useLanguage,
  useListing,
  useText,
} from '@boyun/kernel/web';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { chargeExample } from '../charge-example/charge-example.contract.ts';
import { vehicleKindLabel } from '../charge-rule/vehicle-kind.view.ts';
import { checkExamples } from '../tariff-trial/tariff-trial.contract.ts';
import { openVersion, useVersions, versionLabel } from '../tariff-version/version-query.view.ts';
import { ExampleLines } from './example-line.view.tsx';

type Row = Listed<typeof chargeExample>;
type Checked = Output<typeof checkExamples>['results'][number];

/** Input of a wall-clock time of the lot. */
function wallInput({ id, value, isInvalid, onChange }: FormPart<typeof chargeExample.fields, 'entry' | 'exit'>) {
  return (
    <Input
      id={id}
      type="datetime-local"
      value={typeof value === 'string' ? value.replace(' ', 'T').slice(0, 16) : ''}
      status={isInvalid ? 'error' : undefined}
      onChange={({ target }) => onChange(target.value || null)}
    />
  );
}

/** The examples of a rule with their results by a version: the one numbered so, else the open one, else the one in force. */
function useChecked(ruleId: string, number: number | null) {
  const language = useLanguage();
  const versions = useVersions(ruleId);
  const asked = useListing(chargeExample, { chargeRuleId: ruleId, page: 1, perPage: 200 });
  const known = versions.data ?? [];
  const tried =
    known.find((one) => one.number === number) ??
    openVersion(known) ??
    known.find(({ state }) => state === 'in-force') ??
    known[0];
  const checked = useQuery({
    queryKey: ['charge-rule', ruleId, 'examples', tried?.number, tried?.version, asked.dataUpdatedAt, language],
    queryFn: ({ signal }) => call(checkExamples, { id: ruleId, number: tried!.number }, { signal, isQuiet: true }),
    enabled: tried !== undefined && asked.data !== undefined && asked.data.rows.length > 0,
    placeholderData: keepPreviousData,
  });
  return { versions, asked, checked, tried };
}

/** The examples of a rule, checked against the open version or a selected one. */
export function ExamplesTab({ ruleId }: { ruleId: string }) {
  const t = useText();
  const [number, setNumber] = useState<number | null>(null);
  const { versions, asked, checked, tried } = useChecked(ruleId, number);
  const [sheet, setSheet] = useState<Row | 'new' | null>(null);
  const [isImporting, setImporting] = useState(false);
  if (!asked.data || !versions.data) {
    const error = asked.error ?? versions.error;
    return error ? <ErrorState error={error} onRetry={asked.refetch} /> : <Skeleton />;
  }
  const { rows } = asked.data;
  const results = new Map((checked.data?.results ?? []).map((one) => [one.exampleId, one]));
  const failed = checked.data?.failedCount ?? 0;
  const add = (
    <ActButton type="primary" access={chargeExample.can.create} onAct={() => setSheet('new')}>
      {t({ zh: '新增示例', en: 'Add an example' })}
    </ActButton>
  );
  return (
    <section className="by-card-box example-tab">
      <header className="example-head">
        {add}
        {can(chargeExample.can.import) && (
          <Button onClick={() => setImporting(true)}>{t({ zh: '导入', en: 'Import' })}</Button>
        )}
        {rows.length > 0 && (
          <ActButton
            access={chargeExample.can.export}
            onAct={async () => download(await exportRows(chargeExample, { chargeRuleId: ruleId }))}
          >
            {t({ zh: '导出', en: 'Export' })}
          </ActButton>
        )}
        <span className="by-grow" />
        {checked.data && rows.length > 0 && <Verdict failed={failed} total={rows.length} />}
        <Select
          aria-label={t({ zh: '计费版本', en: 'Priced by' })}
          className="example-version"
          value={tried?.number}
          options={versions.data.map((one) => ({ value: one.number, label: t(versionLabel(one)) }))}
          onChange={setNumber}
        />
      </header>
      {checked.error && <ErrorState error={checked.error} onRetry={checked.refetch} />}
      {rows.length === 0 ? (
        <Empty
          title={{ zh: '还没有示例', en: 'No examples yet' }}
          hint={{
            zh: '从价格公示里抄几个停车实例和应收费用；以后每次修改，都要与它们相符才能提交和发布',
            en: 'Copy a few stays with their fees from the price notice. Every later version must match them before it is submitted and published',
          }}
          action={add}
        />
      ) : (
        <ExampleTable rows={rows} results={results} onEdit={setSheet} />
      )}
      <ExampleDrawer ruleId={ruleId} sheet={sheet} onClose={() => setSheet(null)} />
      {isImporting && <ImportDialog of={chargeExample} isOpen onClose={() => setImporting(false)} />}
    </section>
  );
}

function ExampleTable({
  rows,
  results,
  onEdit,
}: {
  rows: readonly Row[];
  results: ReadonlyMap<string, Checked>;
  onEdit: (row: Row) => void;
}) {
  const t = useText();
  const [openId, setOpen] = useState<string | null>(null);
  return (
    <div className="example-scroll">
      <table className="example-table">
        <thead>
          <tr>
            <th scope="col">{t({ zh: '结果', en: 'Result' })}</th>
            <th scope="col">{t(chargeExample.fields.name.label)}</th>
            <th scope="col">{t({ zh: '入场', en: 'Entry' })}</th>
            <th scope="col">{t({ zh: '离场', en: 'Exit' })}</th>
            <th scope="col">{t({ zh: '车辆', en: 'Vehicle' })}</th>
            <th scope="col" className="is-number">
              {t({ zh: '应收（元）', en: 'Expected (¥)' })}
            </th>
            <th scope="col" className="is-number">
              {t({ zh: '试算（元）', en: 'Priced (¥)' })}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ExampleRow
              key={row.id}
              row={row}
              result={results.get(row.id)}
              isOpen={openId === row.id}
              onToggle={() => setOpen(openId === row.id ? null : row.id)}
              onEdit={() => onEdit(row)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly row: Row;
  /** Whether its lines are shown. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onEdit: () => void;
}

function ExampleRow({ row, result, isOpen, onToggle, onEdit }: RowProps & { result: Checked | undefined }) {
  const t = useText();
  const color = row.plateColor === null ? null : plateColorLabel[row.plateColor];
  return (
    <>
      <tr className={result && !result.isPassing ? 'is-failed' : undefined}>
        <td>
          {result ? (
            <StateDot
              tone={result.isPassing ? 'good' : 'bad'}
              label={result.isPassing ? { zh: '相符', en: 'Matches' } : { zh: '不符', en: 'Does not match' }}
            />
          ) : (
            <span className="by-faint">—</span>
          )}
        </td>
        <th scope="row">{row.name}</th>
        <td className="by-figure" data-label={t({ zh: '入场', en: 'In' })}>
          {row.entry.replace('T', ' ').slice(0, 16)}
        </td>
        <td className="by-figure" data-label={t({ zh: '离场', en: 'Out' })}>
          {row.exit.replace('T', ' ').slice(0, 16)}
        </td>
        <td data-label={t({ zh: '车辆', en: 'Vehicle' })}>
          {[row.vehicleKind && t(vehicleKindLabel(row.vehicleKind)), color && t(color)].filter(Boolean).join(' · ') || (
            <span className="by-faint">{t({ zh: '不限', en: 'Any' })}</span>
          )}
        </td>
        <td className="is-number" data-label={t({ zh: '应收', en: 'Expected' })}>
          <Money fen={row.expectedFen} />
        </td>
        <td className="is-number example-got" data-label={t({ zh: '试算', en: 'Priced' })}>
          <Money fen={result?.gotFen} isStrong />
        </td>
        <td className="example-acts">
          <RowActs row={row} hasResult={result !== undefined} isOpen={isOpen} onToggle={onToggle} onEdit={onEdit} />
        </td>
      </tr>
      {isOpen && result && (
        <tr className="example-open">
          <td colSpan={8}>
            <ExampleLines lines={result.lines} />
          </td>
        </tr>
      )}
    </>
  );
}

function RowActs({ row, hasResult, isOpen, onToggle, onEdit }: RowProps & { hasResult: boolean }) {
  const t = useText();
  return (
    <>
      <ActButton
        type="link"
        size="small"
        disabledReason={hasResult ? null : { zh: '还没有试算结果', en: 'No result yet' }}
        aria-expanded={isOpen}
        onAct={onToggle}
      >
        {t({ zh: '明细', en: 'Lines' })}
      </ActButton>
      {can(chargeExample.can.update) && (
        <Button type="link" size="small" onClick={onEdit}>
          {t({ zh: '编辑', en: 'Edit' })}
        </Button>
      )}
      <ActButton access={chargeExample.can.delete} type="link" size="small" danger onAct={() => remove(row)}>
        {t({ zh: '删除', en: 'Delete' })}
      </ActButton>
    </>
  );
}

async function remove({ id, name }: Row): Promise<void> {
  const question = { zh: `是否删除示例“${name}”？`, en: `Delete the example "${name}"?` };
  await deleteRow(chargeExample, id, { question });
  notify('good', { zh: '删除成功', en: 'Deleted' });
  await refreshLists(chargeExample.name);
}

/** Whether all examples match. */
function Verdict({ failed, total }: { failed: number; total: number }) {
  return (
    <StateDot
      tone={failed > 0 ? 'bad' : 'good'}
      label={
        failed > 0
          ? { zh: `${failed}个不符，共${total}个`, en: `${failed} of ${total} do not match` }
          : { zh: `${total}个示例全部相符`, en: `All ${total} match` }
      }
    />
  );
}

/** The form of a new or existing example. */
function ExampleDrawer({ ruleId, sheet, onClose }: { ruleId: string; sheet: Row | 'new' | null; onClose: () => void }) {
  const t = useText();
  const save = async (values: Record<string, unknown>) => {
    if (sheet === 'new') await createRow(chargeExample, { ...values, chargeRuleId: ruleId });
    else await updateRow(chargeExample, sheet!, values);
    onClose();
    notify('good', { zh: '保存成功', en: 'Saved' });
    await refreshLists(chargeExample.name);
  };
  return (
    <Drawer
      isOpen={sheet !== null}
      title={t(sheet === 'new' ? { zh: '新增示例', en: 'Add an example' } : { zh: '编辑示例', en: 'Edit the example' })}
      width={560}
      onClose={onClose}
    >
      {sheet && (
        <RecordForm
          fields={chargeExample.fields}
          initial={sheet === 'new' ? { chargeRuleId: ruleId } : sheet}
          columns={1}
          parts={{ chargeRuleId: null, entry: wallInput, exit: wallInput }}
          onSubmit={save}
          onCancel={onClose}
        />
      )}
    </Drawer>
  );
}
