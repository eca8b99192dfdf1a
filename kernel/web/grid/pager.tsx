import './pager.css';
import { PAGE_SIZES } from '@boyun/kernel/contract';
import { Select } from 'antd';
import { memo } from 'react';
import { countText } from '../format.ts';
import { useText } from '../language.ts';

/** Paging below a list: number of rows, rows per page (spec §9), and page navigation. */
export const Pager = memo(function Pager({
  page,
  perPage,
  total,
  isEstimate = false,
  onChange,
}: {
  page: number;
  perPage: number;
  total: number;
  /** The total is approximate, so there is no link to a last page that may not exist. */
  isEstimate?: boolean;
  onChange: (page: number, perPage: number) => void;
}) {
  const t = useText();
  const pages = Math.max(1, Math.ceil(total / perPage));
  const go = (to: number) => onChange(Math.min(pages, Math.max(1, to)), perPage);
  const step = (label: { zh: string; en: string }, sign: string, to: number, isOff: boolean) => (
    <button
      type="button"
      className="by-pager-step"
      disabled={isOff}
      aria-label={t(label)}
      title={t(label)}
      onClick={() => go(to)}
    >
      {sign}
    </button>
  );
  return (
    <nav className="by-pager" aria-label={t({ zh: '分页', en: 'Pages' })}>
      <span className="by-pager-total">
        {t(
          isEstimate
            ? { zh: '约 {total} 条', en: 'about {total} rows' }
            : { zh: '共 {total} 条', en: total === 1 ? '{total} row' : '{total} rows' },
          {
            total: countText(total),
          },
        )}
      </span>
      <span className="by-grow" />
      <Select
        size="small"
        className="by-pager-size"
        value={perPage}
        aria-label={t({ zh: '每页条数', en: 'Rows per page' })}
        options={PAGE_SIZES.map((size) => ({
          value: size,
          label: t({ zh: '{size} 条/页', en: '{size} / page' }, { size }),
        }))}
        onChange={(size) => onChange(1, size)}
      />
      {step({ zh: '第一页', en: 'First page' }, '«', 1, page <= 1)}
      {step({ zh: '上一页', en: 'Previous page' }, '‹', page - 1, page <= 1)}
      <span className="by-pager-place by-figure">
        {countText(page)} / {countText(pages)}
      </span>
      {step({ zh: '下一页', en: 'Next page' }, '›', page + 1, page >= pages)}
      {step({ zh: '最后一页', en: 'Last page' }, '»', pages, isEstimate || page >= pages)}
    </nav>
  );
});
