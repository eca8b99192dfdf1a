import {
  ActButton,
  call,
  ErrorState,
  Modal,
  NoSite,
  QrCode,
  SheetChoice,
  type SheetStyle,
  Skeleton,
  saveSheets,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Select, Typography } from 'antd';
import { useState } from 'react';
import { getScanCodes, scanPlaceList } from './scan.contract.ts';

/** The codes for invoices of a lot and its lanes: to be scanned, or printed. */
export function ScanCodes({ lotId, isOpen, onClose }: { lotId: string; isOpen: boolean; onClose: () => void }) {
  const t = useText();
  const [chosen, setChosen] = useState<string | null>(null);
  const asked = useQuery({
    queryKey: ['list', scanPlaceList.name, 'codes', lotId],
    queryFn: ({ signal }) => call(getScanCodes, { lotId }, { signal, isQuiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const codes = asked.data?.codes ?? [];
  const code = codes.find((one) => one.id === chosen) ?? codes[0];
  const site = asked.data?.site ?? location.origin;
  const addressOf = (path: string) => new URL(path, site).href;
  return (
    <Modal
      open
      width={440}
      title={`${t({ zh: '开票码', en: 'Invoice code' })}${asked.data ? ` · ${asked.data.lotName}` : ''}`}
      footer={null}
      onCancel={onClose}
    >
      {code && asked.data ? (
        <div className="scan-codes">
          {!isOpen && (
            <p className="scan-warning" role="note">
              {t({
                zh: '该车场未开通电子发票，请先在“开票设置”中设置',
                en: 'This lot does not issue e-invoices yet. Add an invoice setting first',
              })}
            </p>
          )}
          <Select
            aria-label={t({ zh: '位置', en: 'Place' })}
            value={code.id}
            options={codes.map((one) => ({
              value: one.id,
              label: one.kind === 'lot' ? t({ zh: '整个车场', en: 'Whole lot' }) : one.name,
            }))}
            onChange={setChosen}
          />
          <QrCode
            text={addressOf(code.path)}
            label={t({ zh: '{name} 的开票码', en: 'Invoice code of {name}' }, { name: code.name })}
          />
          <Typography.Text copyable className="scan-address">
            {addressOf(code.path)}
          </Typography.Text>
          {asked.data.site === null && <NoSite />}
          <Print lotName={asked.data.lotName} code={code} codes={codes} addressOf={addressOf} />
        </div>
      ) : asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Modal>
  );
}

interface Printed {
  readonly kind: 'lot' | 'lane';
  readonly name: string;
  readonly path: string;
}

/** Saves the shown code or all of them as a PDF. */
function Print({
  lotName,
  code,
  codes,
  addressOf,
}: {
  lotName: string;
  code: Printed;
  codes: readonly Printed[];
  addressOf: (path: string) => string;
}) {
  const t = useText();
  const [style, setStyle] = useState<SheetStyle>('poster');
  const save = (printed: readonly Printed[]) => {
    const sheets = printed.map((one) => ({
      address: addressOf(one.path),
      above: one.kind === 'lot' ? [lotName] : [one.name, lotName],
      below: ['扫码开发票', 'Scan to get an invoice'],
    }));
    return saveSheets(sheets, { style, title: `${lotName} ${t({ zh: '开票码', en: 'invoice codes' })}` });
  };
  return (
    <>
      <SheetChoice value={style} onChange={setStyle} />
      <div className="by-row">
        <ActButton type="primary" onAct={() => save([code])}>
          {t({ zh: '下载 PDF', en: 'Download PDF' })}
        </ActButton>
        {codes.length > 1 && (
          <ActButton onAct={() => save(codes)}>{t({ zh: '全部开票码', en: 'All codes' })}</ActButton>
        )}
      </div>
    </>
  );
}
