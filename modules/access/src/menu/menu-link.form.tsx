import { call, RecordForm, useLanguage } from '@boyun/kernel/web';
import { Select } from 'antd';
import { linkMenu, menuLinkFields } from './menu-link.contract.ts';
import type { Entry } from './menu-move.view.ts';

/** The form of an entry that leads to a page of the product or to an address; `entries` offers its pages. */
export function MenuLinkForm({
  entry,
  entries,
  onDone,
  onClose,
}: {
  entry: Entry | null;
  entries: readonly Entry[];
  onDone: () => Promise<void>;
  onClose: () => void;
}) {
  const language = useLanguage();
  const pages = entries
    .filter((one) => one.key.startsWith('page:'))
    .map((one) => ({ value: one.component, label: language === 'zh' ? one.name : one.nameEn || one.name }));
  return (
    <RecordForm
      fields={menuLinkFields}
      columns={1}
      initial={
        entry
          ? {
              ...entry,
              opening: entry.opening as 'tab' | 'window',
              url: entry.url || null,
              component: entry.component || null,
            }
          : { icon: 'link' }
      }
      parts={{
        component: ({ id, value, onChange, isInvalid }) => (
          <Select
            id={id}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            status={isInvalid ? 'error' : undefined}
            value={(value as string | null) || undefined}
            options={pages}
            onChange={(chosen?: string) => onChange(chosen ?? null)}
          />
        ),
      }}
      onSubmit={async (values) => {
        await call(linkMenu, { key: entry?.key ?? null, ...values });
        await onDone();
      }}
      onCancel={onClose}
    />
  );
}
