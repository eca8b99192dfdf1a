import type { Report, Resource } from '@boyun/kernel/contract';
import { Button, Input, Segmented, Select } from 'antd';
import { useState } from 'react';
import { type ExportRange, exportRows } from '../call.ts';
import { useText } from '../language.ts';
import { Modal } from '../modal.tsx';
import { announce, tell } from '../notice.tsx';

const WARNING = { zh: '警告', en: 'Warning' };
/** Most rows per page of an export (spec §9). */
export const EXPORT_PER_PAGE_CAP = 1000;

/** Why a range cannot be exported (spec §5, §8); null when it can. */
export function exportWarning(range: ExportRange, total: number) {
  if (range.isEverything) return null;
  const pages = Math.max(1, Math.ceil(total / range.perPage));
  if (range.perPage > EXPORT_PER_PAGE_CAP)
    return { zh: '最多支持1000条记录', en: 'At most 1000 records are supported' };
  if (range.startPage === 0 || range.endPage === 0)
    return { zh: '导出页数不得为 0', en: 'The page to export may not be 0' };
  if (range.startPage < 1) return { zh: '起始页面需大于 0', en: 'The start page must be above 0' };
  if (range.startPage > range.endPage)
    return { zh: '起始页面需小于结束页面', en: 'The start page may not exceed the end page' };
  if (range.endPage > pages) return { zh: '导出页数已经超过总数', en: 'The pages to export exceed the total' };
  return null;
}

/** Starts the download of an address the server gave. */
export function download(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.rel = 'noopener';
  document.body.append(link);
  link.click();
  link.remove();
}

/** The export dialog: everything, or a range of pages. `onExport` answers the address of the file. */
export function ExportDialog({
  isOpen,
  total,
  perPage,
  onExport,
  onClose,
}: {
  isOpen: boolean;
  total: number;
  perPage: number;
  onExport: (range: ExportRange) => Promise<string>;
  onClose: () => void;
}) {
  const t = useText();
  const [isEverything, setEverything] = useState(true);
  const [startPage, setStart] = useState<number | null>(1);
  const [endPage, setEnd] = useState<number | null>(1);
  const [size, setSize] = useState(perPage);
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    const range: ExportRange = { startPage: startPage ?? 0, endPage: endPage ?? 0, perPage: size, isEverything };
    const warning = exportWarning(range, total);
    if (warning) {
      announce('warn', WARNING, warning, 2000);
      return;
    }
    setBusy(true);
    try {
      const address = await onExport(range);
      if (address) download(address);
      tell('good', { zh: '导出成功', en: 'Exported' });
      onClose();
    } catch {
      onClose();
    } finally {
      setBusy(false);
    }
  };
  const page = (value: number | null, change: (next: number | null) => void, label: string) => (
    <Input
      type="number"
      min={1}
      aria-label={label}
      value={value ?? ''}
      disabled={isEverything}
      onChange={(event) => change(event.target.value === '' ? null : Math.trunc(Number(event.target.value)))}
    />
  );
  return (
    <Modal
      open={isOpen}
      width={440}
      title={t({ zh: '导出功能', en: 'Export function' })}
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
      <Segmented
        block
        value={isEverything ? 'all' : 'pages'}
        onChange={(value) => setEverything(value === 'all')}
        options={[
          { value: 'all', label: t({ zh: '全部（{total} 条）', en: 'Everything ({total} rows)' }, { total }) },
          { value: 'pages', label: t({ zh: '按页导出', en: 'Some pages' }) },
        ]}
      />
      <div className="by-export-range">
        {page(startPage, setStart, t({ zh: '起始页', en: 'First page' }))}
        <span>{t({ zh: '至', en: 'to' })}</span>
        {page(endPage, setEnd, t({ zh: '结束页', en: 'Last page' }))}
        <Select
          disabled={isEverything}
          value={size}
          aria-label={t({ zh: '每页条数', en: 'Rows per page' })}
          options={[...new Set([20, 50, 100, 200, 500, 1000, perPage])]
            .sort((a, b) => a - b)
            .map((one) => ({
              value: one,
              label: t({ zh: '{one} 条/页', en: '{one} / page' }, { one }),
            }))}
          onChange={setSize}
        />
      </div>
    </Modal>
  );
}

/** The export dialog of a list. */
export function ListExport({
  source,
  filters,
  ...rest
}: {
  source: Resource | Report;
  filters: Readonly<Record<string, unknown>>;
  isOpen: boolean;
  total: number;
  perPage: number;
  onClose: () => void;
}) {
  return <ExportDialog {...rest} onExport={(range) => exportRows(source, filters, range)} />;
}
