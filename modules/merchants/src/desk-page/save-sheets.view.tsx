import { type SheetStyle, saveSheets, useText } from '@boyun/kernel/web';
import { Button } from 'antd';
import { FileDown } from 'lucide-react';
import { useState } from 'react';

/** Saves codes of a discount as a PDF: one that fills a page, or slips to be cut apart. */
export function SaveSheets({
  style,
  merchantName,
  name,
  until,
  addresses,
}: {
  style: SheetStyle;
  merchantName: string;
  name: string;
  until: string | null;
  addresses: readonly string[];
}) {
  const t = useText();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const scan = t({ zh: '扫码输入车牌，离场自动抵扣', en: 'Scan, enter your plate, park for less' });
      const below = until ? [scan, t({ zh: '有效期至 {until}', en: 'Until {until}' }, { until })] : [scan];
      const codes = addresses.map((address) => ({ address, above: [name, merchantName], below }));
      await saveSheets(codes, { style, title: `${merchantName} ${name}` });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<FileDown />} loading={isBusy} onClick={() => void save()}>
      {t({ zh: '下载 PDF', en: 'Download PDF' })}
    </Button>
  );
}
