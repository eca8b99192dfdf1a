import { exportPermission, text } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  can,
  download,
  exportRows,
  fieldText,
  OperationDialog,
  type PrintedColumn,
  PrintTable,
  type Translate,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { CalendarClock, Download, Printer, Save } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { saveSchedule } from '../schedule/report-schedule.contract.ts';
import {
  type ComposedReport,
  composedFields,
  composedList,
  composedRows,
  getComposedRoles,
  saveComposed,
} from './composed-report.contract.ts';
import { type ComposedResult, changeText, shownFields } from './composed-rows.view.tsx';
import type { ComposedDraft, Days } from './composer-fields.view.tsx';

const ScheduleForm = lazy(() => import('../schedule/schedule.form.tsx'));

const UNSAVED = { zh: '请先保存', en: 'Save it first' };

interface ActsProps {
  readonly report: ComposedReport | null;
  readonly draft: ComposedDraft;
  readonly days: Days;
  readonly result: ComposedResult | undefined;
  readonly isChanged: boolean;
  readonly title: string;
  readonly onSaved: (id: string) => void;
}

/** Saves, exports, schedules and prints a composed report. */
export function ComposedActs({ report, draft, days, result, isChanged, title, onSaved }: ActsProps) {
  const t = useText();
  const [shown, setShown] = useState<'save' | 'schedule' | 'print' | null>(null);
  const close = () => setShown(null);
  const reason = report === null || (isChanged && report.isOwn) ? UNSAVED : null;
  return (
    <div className="composer-acts">
      {can(exportPermission(composedRows)) && (
        <>
          <ActButton
            icon={<Download />}
            disabledReason={reason}
            onAct={async () => download(await exportRows(composedRows, { composedReportId: report!.id, ...days }))}
          >
            {t({ zh: '导出', en: 'Export' })}
          </ActButton>
          <ActButton
            icon={<CalendarClock />}
            access={saveSchedule.access}
            disabledReason={reason}
            onAct={() => setShown('schedule')}
          >
            {t({ zh: '定时发送', en: 'Schedule' })}
          </ActButton>
        </>
      )}
      <Button icon={<Printer />} disabled={!result} onClick={() => setShown('print')}>
        {t({ zh: '打印', en: 'Print' })}
      </Button>
      {(report === null || report.isOwn) && (
        <ActButton type="primary" icon={<Save />} access={saveComposed.access} onAct={() => setShown('save')}>
          {t({ zh: '保存', en: 'Save' })}
        </ActButton>
      )}
      {shown === 'save' && <SaveDialog report={report} draft={draft} onSaved={onSaved} onClose={close} />}
      {shown === 'schedule' && (
        <Suspense fallback={null}>
          <ScheduleForm
            of={{
              report: composedRows.name,
              title,
              hasPeriod: true,
              filters: { ComposedReportId: report!.id },
            }}
            onClose={close}
          />
        </Suspense>
      )}
      {shown === 'print' && result && (
        <PrintTable
          title={title}
          about={[`${result.from} ~ ${result.to}`]}
          columns={printedColumns(draft, result, t)}
          rows={result.rows}
          onDone={close}
        />
      )}
    </div>
  );
}

function printedColumns(draft: ComposedDraft, result: ComposedResult, t: Translate): PrintedColumn[] {
  const fields = shownFields(result, draft.compare);
  return result.columns.map(({ key, kind }) => {
    const cell: PrintedColumn['cell'] = (row) =>
      kind === 'growth' ? changeText(row[key] as number | null) : fieldText(fields[key]!, key, row, t);
    const total = key in result.totals ? { total: cell(result.totals) } : {};
    return { key, label: fields[key]!.label, isFigure: kind !== 'dimension', cell, ...total };
  });
}

const name = text(composedFields.name.label, { max: 64 });

function SaveDialog({
  report,
  draft,
  onSaved,
  onClose,
}: Pick<ActsProps, 'report' | 'draft' | 'onSaved'> & { onClose: () => void }) {
  const t = useText();
  const asked = useQuery({
    queryKey: ['composed-roles'],
    queryFn: ({ signal }) => call(getComposedRoles, {}, { signal }),
  });
  return (
    <OperationDialog
      isOpen
      of={saveComposed}
      fields={{ name, roles: saveComposed.input.roles }}
      given={{ ...draft, composedReportId: report?.id ?? null }}
      initial={{ name: report?.name ?? null, roles: report?.roles ?? [] }}
      parts={{
        roles: ({ id, value, onChange }) => (
          <Select<string[]>
            id={id}
            mode="multiple"
            value={[...(value ?? [])]}
            loading={asked.isPending}
            options={(asked.data?.roles ?? []).map((one) => ({ value: one.value, label: one.name }))}
            optionFilterProp="label"
            placeholder={t({ zh: '不选则仅本人可见', en: 'Empty: only you' })}
            onChange={onChange}
          />
        ),
      }}
      okText={{ zh: '保存', en: 'Save' }}
      done={{ zh: '已保存', en: 'Saved' }}
      refreshes={[composedList.name]}
      onDone={({ composedReportId }) => onSaved(composedReportId)}
      onClose={onClose}
    />
  );
}
