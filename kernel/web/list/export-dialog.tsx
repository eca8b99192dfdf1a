import {
  ExportFormat,
  type ExportRange,
  exportWarning,
  isTaskOpen,
  type Label,
  monthFrom,
  periodKeys,
  type Report,
  type Resource,
} from '@boyun/kernel/contract';
import { Button, Input, Radio, Select } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { listShape, startExport } from '../call.ts';
import { countText, timeText } from '../format.ts';
import { useText } from '../language.ts';
import { Modal } from '../modal.tsx';
import { announce, notify } from '../notice.tsx';
import { now } from '../now.ts';
import { tenantZone } from '../session.ts';
import { download } from './download.ts';
import { stopTask, TaskProgress, useTask } from './task.tsx';

const TimeRangeInput = lazy(() => import('../form/time-range-input.tsx'));

const WARNING = { zh: '警告', en: 'Warning' };
const FAILED = { zh: '失败', en: 'Failed' };
const FORMAT = { zh: '文件格式', en: 'File format' };
const PAGE_ROWS = [20, 50, 100, 200, 500, 1000];

type Choice = 'page' | 'pages' | 'all' | 'period';
type Format = keyof typeof ExportFormat;

/** Props of a list export. */
export interface ListExportProps {
  readonly source: Resource | Report;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly total: number;
  /** The total is approximate; the server knows the exact one. */
  readonly isEstimate?: boolean;
  readonly page: number;
  readonly perPage: number;
  readonly sort: string | null | undefined;
  readonly onClose: () => void;
}

/** What the user has chosen in the dialog; pages and days count only with the choice they belong to. */
interface Wanted {
  readonly choice: Choice;
  readonly first: number | null;
  readonly last: number | null;
  /** Rows per page for a range of pages. */
  readonly size: number;
  readonly days: readonly [string | null, string | null];
  readonly format: Format;
}

/** Props of the parts of the dialog. */
interface WantedProps {
  readonly wanted: Wanted;
  readonly onChange: (part: Partial<Wanted>) => void;
}

/** The export dialog of a list: choice of rows, then progress; the download starts automatically. */
export default function ListExport(props: ListExportProps) {
  const { perPage, onClose } = props;
  const t = useText();
  const today = timeText(now(), 'day', tenantZone());
  const [wanted, setWanted] = useState<Wanted>({
    choice: 'all',
    first: 1,
    last: 1,
    size: perPage,
    days: [monthFrom(today, -1), today],
    format: 'xlsx',
  });
  const { task, taskId, isBusy, start } = useExport(props);
  const submit = async () => {
    const range = rangeOf(wanted, props);
    const problem = problemOf(range, props, today);
    if (problem) announce('warn', WARNING, problem, 2000);
    else await start(range, wanted.format);
  };
  return (
    <Modal
      open
      width={taskId ? 440 : 480}
      title={t({ zh: '导出功能', en: 'Export function' })}
      onCancel={onClose}
      footer={
        taskId ? (
          <ProgressFoot taskId={taskId} onClose={onClose} />
        ) : (
          <ChoiceFoot isBusy={isBusy} onSubmit={submit} onClose={onClose} />
        )
      }
    >
      {taskId ? (
        <Progress task={task} />
      ) : (
        <WantedForm {...props} wanted={wanted} onChange={(part) => setWanted((last) => ({ ...last, ...part }))} />
      )}
    </Modal>
  );
}

/** Starts the export and follows it: once it has ended, its file is downloaded or its failure shown, and the dialog closes. */
function useExport({ source, filters, sort, onClose }: ListExportProps) {
  const [isBusy, setBusy] = useState(false);
  const [taskId, setTaskId] = useState<string | null>(null);
  const task = useTask(taskId);
  useEffect(() => {
    if (!task || isTaskOpen(task.state)) return;
    if (task.state === 'done' && task.url) {
      download(task.url);
      notify('good', { zh: '导出成功', en: 'Exported' });
    } else if (task.state === 'failed') announce('bad', FAILED, task.error ?? '', 3000);
    onClose();
  }, [task, onClose]);
  const start = async (range: ExportRange, format: Format) => {
    setBusy(true);
    try {
      setTaskId(await startExport(source, filters, range, { sort, format }));
    } catch {
      onClose();
    } finally {
      setBusy(false);
    }
  };
  return { task, taskId, isBusy, start };
}

function rangeOf(wanted: Wanted, { page, perPage }: ListExportProps): ExportRange {
  switch (wanted.choice) {
    case 'page':
      return { kind: 'pages', startPage: page, endPage: page, perPage };
    case 'pages':
      return { kind: 'pages', startPage: wanted.first ?? 0, endPage: wanted.last ?? 0, perPage: wanted.size };
    case 'period':
      return { kind: 'period', fromDay: wanted.days[0] ?? '', toDay: wanted.days[1] ?? '' };
    default:
      return { kind: 'all' };
  }
}

/** Returns why these rows cannot be exported; null if they can, as far as the page knows. */
function problemOf(range: ExportRange, { total, isEstimate }: ListExportProps, today: string): Label | null {
  if (range.kind === 'period' && !(range.fromDay && range.toDay))
    return { zh: '请选择导出时间', en: 'Choose the period to export' };
  const warning = exportWarning(range, { total: isEstimate ? Number.POSITIVE_INFINITY : total, today });
  // The server knows the exact total where this one is an estimate.
  const isUnsure = isEstimate && range.kind !== 'period' && warning?.code === 'kernel.export-too-many';
  return isUnsure ? null : warning;
}

function Progress({ task }: { task: ReturnType<typeof useTask> }) {
  const t = useText();
  return (
    <>
      <TaskProgress task={task} />
      <p className="by-faint">
        {t({
          zh: '完成后自动下载；转到后台后，可在任务中心查看进度和下载文件。',
          en: 'The download starts automatically. If you continue in the background, the task centre shows the progress and the file.',
        })}
      </p>
    </>
  );
}

function ProgressFoot({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const t = useText();
  return (
    <>
      <Button onClick={() => stopTask(taskId)}>{t({ zh: '取消导出', en: 'Cancel export' })}</Button>
      <Button type="primary" onClick={onClose}>
        {t({ zh: '后台继续', en: 'Continue in the background' })}
      </Button>
    </>
  );
}

function ChoiceFoot({
  isBusy,
  onSubmit,
  onClose,
}: {
  isBusy: boolean;
  onSubmit: () => Promise<void>;
  onClose: () => void;
}) {
  const t = useText();
  return (
    <>
      <Button onClick={onClose}>{t({ zh: '取消', en: 'Cancel' })}</Button>
      <Button type="primary" loading={isBusy} onClick={onSubmit}>
        {t({ zh: '确定', en: 'OK' })}
      </Button>
    </>
  );
}

/** Which rows, and the format of the file. */
function WantedForm(props: ListExportProps & WantedProps) {
  const { wanted, onChange } = props;
  const t = useText();
  return (
    <>
      <RowChoice {...props} />
      {wanted.choice === 'pages' && <PageRange {...props} />}
      {wanted.choice === 'period' && <Period {...props} />}
      <div className="by-export-format">
        <span className="by-faint">{t(FORMAT)}</span>
        <Radio.Group
          value={wanted.format}
          aria-label={t(FORMAT)}
          onChange={({ target }) => onChange({ format: target.value as Format })}
          options={Object.entries(ExportFormat).map(([value, label]) => ({ value, label: t(label) }))}
        />
      </div>
    </>
  );
}

function RowChoice({ source, total, isEstimate, page, wanted, onChange }: ListExportProps & WantedProps) {
  const t = useText();
  const hasPeriod = periodKeys(listShape(source).filterFields) !== null;
  const count = `${isEstimate ? t({ zh: '约 ', en: 'about ' }) : ''}${countText(total)}`;
  return (
    <Radio.Group
      className="by-export"
      value={wanted.choice}
      aria-label={t({ zh: '导出范围', en: 'What to export' })}
      onChange={({ target }) => onChange({ choice: target.value as Choice })}
      options={[
        { value: 'all', label: t({ zh: '全部（{total} 条）', en: 'All ({total} rows)' }, { total: count }) },
        { value: 'page', label: t({ zh: '当前页（第 {page} 页）', en: 'This page (page {page})' }, { page }) },
        { value: 'pages', label: t({ zh: '指定页码', en: 'Page range' }) },
        ...(hasPeriod ? [{ value: 'period', label: t({ zh: '自定义时间', en: 'Custom period' }) }] : []),
      ]}
    />
  );
}

function PageRange({ perPage, wanted, onChange }: ListExportProps & WantedProps) {
  const t = useText();
  const sizes = [...new Set([...PAGE_ROWS, perPage])].sort((a, b) => a - b);
  return (
    <div className="by-export-range">
      <PageInput
        label={{ zh: '起始页', en: 'First page' }}
        value={wanted.first}
        onChange={(first) => onChange({ first })}
      />
      <span>{t({ zh: '至', en: 'to' })}</span>
      <PageInput
        label={{ zh: '结束页', en: 'Last page' }}
        value={wanted.last}
        onChange={(last) => onChange({ last })}
      />
      <Select
        value={wanted.size}
        aria-label={t({ zh: '每页条数', en: 'Rows per page' })}
        options={sizes.map((one) => ({ value: one, label: t({ zh: '{one} 条/页', en: '{one} / page' }, { one }) }))}
        onChange={(size) => onChange({ size })}
      />
    </div>
  );
}

function PageInput({
  label,
  value,
  onChange,
}: {
  label: Label;
  value: number | null;
  onChange: (page: number | null) => void;
}) {
  const t = useText();
  return (
    <Input
      type="number"
      min={1}
      aria-label={t(label)}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : Math.trunc(Number(target.value)))}
    />
  );
}

function Period({ wanted: { days }, onChange }: WantedProps) {
  const t = useText();
  const label = t({ zh: '导出时间', en: 'Period' });
  return (
    <div className="by-export-range">
      <Suspense fallback={<Input disabled aria-label={label} />}>
        <TimeRangeInput
          kind="day"
          label={label}
          from={days[0]}
          to={days[1]}
          onChange={(from, to) => onChange({ days: [from as string | null, to as string | null] })}
        />
      </Suspense>
    </div>
  );
}
