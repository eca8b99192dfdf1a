import {
  ExportFormat,
  type ExportRange,
  exportWarning,
  isTaskOpen,
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
const PAGE_ROWS = [20, 50, 100, 200, 500, 1000];

type Choice = 'page' | 'pages' | 'all' | 'period';

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

/** The export dialog of a list: choice of rows, then progress; the download starts automatically. */
export default function ListExport({
  source,
  filters,
  total,
  isEstimate,
  page,
  perPage,
  sort,
  onClose,
}: ListExportProps) {
  const t = useText();
  const today = timeText(now(), 'day', tenantZone());
  const [choice, setChoice] = useState<Choice>('all');
  const [pages, setPages] = useState<{ first: number | null; last: number | null }>({ first: 1, last: 1 });
  const [size, setSize] = useState(perPage);
  const [days, setDays] = useState<readonly [string | null, string | null]>([monthFrom(today, -1), today]);
  const [format, setFormat] = useState<keyof typeof ExportFormat>('xlsx');
  const [isBusy, setBusy] = useState(false);
  const [taskId, setTaskId] = useState<string | null>(null);
  const task = useTask(taskId);
  const hasPeriod = periodKeys(listShape(source).filterFields) !== null;

  useEffect(() => {
    if (!task || isTaskOpen(task.state)) return;
    if (task.state === 'done' && task.url) {
      download(task.url);
      notify('good', { zh: '导出成功', en: 'Exported' });
    } else if (task.state === 'failed') announce('bad', FAILED, task.error ?? '', 3000);
    onClose();
  }, [task, onClose]);

  const range = (): ExportRange => {
    switch (choice) {
      case 'page':
        return { kind: 'pages', startPage: page, endPage: page, perPage };
      case 'pages':
        return { kind: 'pages', startPage: pages.first ?? 0, endPage: pages.last ?? 0, perPage: size };
      case 'period':
        return { kind: 'period', fromDay: days[0] ?? '', toDay: days[1] ?? '' };
      default:
        return { kind: 'all' };
    }
  };
  const start = async () => {
    const wanted = range();
    if (wanted.kind === 'period' && !(wanted.fromDay && wanted.toDay)) {
      announce('warn', WARNING, { zh: '请选择导出时间', en: 'Choose the period to export' }, 2000);
      return;
    }
    const warning = exportWarning(wanted, { total: isEstimate ? Number.POSITIVE_INFINITY : total, today });
    if (warning && !(isEstimate && wanted.kind !== 'period' && warning.code === 'kernel.export-too-many')) {
      announce('warn', WARNING, warning, 2000);
      return;
    }
    setBusy(true);
    try {
      setTaskId(await startExport(source, filters, wanted, { sort, format }));
    } catch {
      onClose();
    } finally {
      setBusy(false);
    }
  };
  const title = t({ zh: '导出功能', en: 'Export function' });
  if (taskId)
    return (
      <Modal
        open
        width={440}
        title={title}
        onCancel={onClose}
        footer={[
          <Button key="stop" onClick={() => stopTask(taskId)}>
            {t({ zh: '取消导出', en: 'Cancel export' })}
          </Button>,
          <Button key="background" type="primary" onClick={onClose}>
            {t({ zh: '后台继续', en: 'Continue in the background' })}
          </Button>,
        ]}
      >
        <TaskProgress task={task} />
        <p className="by-faint">
          {t({
            zh: '完成后自动下载；转到后台后，可在任务中心查看进度和下载文件。',
            en: 'The download starts automatically. If you continue in the background, the task centre shows the progress and the file.',
          })}
        </p>
      </Modal>
    );
  const number = (key: 'first' | 'last', label: string) => (
    <Input
      type="number"
      min={1}
      aria-label={label}
      value={pages[key] ?? ''}
      onChange={({ target }) =>
        setPages({ ...pages, [key]: target.value === '' ? null : Math.trunc(Number(target.value)) })
      }
    />
  );
  return (
    <Modal
      open
      width={480}
      title={title}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t({ zh: '取消', en: 'Cancel' })}
        </Button>,
        <Button key="ok" type="primary" loading={isBusy} onClick={start}>
          {t({ zh: '确定', en: 'OK' })}
        </Button>,
      ]}
    >
      <Radio.Group
        className="by-export"
        value={choice}
        aria-label={t({ zh: '导出范围', en: 'What to export' })}
        onChange={({ target }) => setChoice(target.value as Choice)}
        options={[
          {
            value: 'all',
            label: t(
              { zh: '全部（{total} 条）', en: 'All ({total} rows)' },
              {
                total: `${isEstimate ? t({ zh: '约 ', en: 'about ' }) : ''}${countText(total)}`,
              },
            ),
          },
          { value: 'page', label: t({ zh: '当前页（第 {page} 页）', en: 'This page (page {page})' }, { page }) },
          { value: 'pages', label: t({ zh: '指定页码', en: 'Page range' }) },
          ...(hasPeriod ? [{ value: 'period', label: t({ zh: '自定义时间', en: 'Custom period' }) }] : []),
        ]}
      />
      {choice === 'pages' && (
        <div className="by-export-range">
          {number('first', t({ zh: '起始页', en: 'First page' }))}
          <span>{t({ zh: '至', en: 'to' })}</span>
          {number('last', t({ zh: '结束页', en: 'Last page' }))}
          <Select
            value={size}
            aria-label={t({ zh: '每页条数', en: 'Rows per page' })}
            options={[...new Set([...PAGE_ROWS, perPage])]
              .sort((a, b) => a - b)
              .map((one) => ({ value: one, label: t({ zh: '{one} 条/页', en: '{one} / page' }, { one }) }))}
            onChange={setSize}
          />
        </div>
      )}
      {choice === 'period' && (
        <div className="by-export-range">
          <Suspense fallback={<Input disabled aria-label={t({ zh: '导出时间', en: 'Period' })} />}>
            <TimeRangeInput
              kind="day"
              label={t({ zh: '导出时间', en: 'Period' })}
              from={days[0]}
              to={days[1]}
              onChange={(from, to) => setDays([from as string | null, to as string | null])}
            />
          </Suspense>
        </div>
      )}
      <div className="by-export-format">
        <span className="by-faint">{t({ zh: '文件格式', en: 'File format' })}</span>
        <Radio.Group
          value={format}
          aria-label={t({ zh: '文件格式', en: 'File format' })}
          onChange={({ target }) => setFormat(target.value as keyof typeof ExportFormat)}
          options={Object.entries(ExportFormat).map(([value, label]) => ({ value, label: t(label) }))}
        />
      </div>
    </Modal>
  );
}
