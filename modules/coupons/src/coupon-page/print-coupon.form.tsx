import './coupon-sheet.css';
import type { Output } from '@boyun/kernel/contract';
import { Modal, OperationDialog, QrCode, saveSheets, timeText, useText, useUser } from '@boyun/kernel/web';
import { Button } from 'antd';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import type { Coupon } from '../coupon/coupon.contract.ts';
import { printCoupons } from '../user-coupon/user-coupon.contract.ts';

/** The codes of a paper coupon that were just made. */
export type Batch = Output<typeof printCoupons>;

/** Makes codes of a paper coupon. */
export default function PrintCoupon({
  coupon,
  onClose,
  onMade,
}: {
  coupon: Coupon;
  onClose: () => void;
  onMade: (batch: Batch) => unknown;
}) {
  const t = useText();
  return (
    <OperationDialog
      isOpen
      of={printCoupons}
      given={{ couponId: coupon.id }}
      fields={{ count: printCoupons.input.count }}
      initial={{ count: 20 }}
      title={`${t({ zh: '打印纸质券', en: 'Print' })} · ${coupon.name}`}
      hint={{ zh: '券码只在生成后显示一次，请随即打印', en: 'The codes are shown this once: print them now' }}
      onClose={onClose}
      onDone={onMade}
    />
  );
}

/** The sheet of a batch, to be saved as a PDF and printed. */
export function Sheet({ coupon, batch, onClose }: { coupon: Coupon; batch: Batch; onClose: () => void }) {
  const t = useText();
  const user = useUser();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const until = t({ zh: '有效期至 {day}', en: 'Valid until {day}' }, { day: timeText(batch.validUntil, 'minute') });
      const sheets = batch.codes.map((code) => ({
        address: new URL(batch.address + code, location.origin).href,
        above: [coupon.name, user.brandName ?? user.tenantName],
        below: [spaced(code), until],
      }));
      await saveSheets(sheets, { style: 'slip', title: `${coupon.name} ${batch.codes.length}` });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={720}
      title={`${coupon.name} · ${t({ zh: '{n}张', en: '{n} coupons' }, { n: batch.codes.length })}`}
      onCancel={onClose}
      footer={
        <Button type="primary" icon={<FileDown />} loading={isBusy} onClick={() => void save()}>
          {t({ zh: '下载 PDF', en: 'Download PDF' })}
        </Button>
      }
    >
      <div className="coupon-sheet-view">
        <Slips coupon={coupon} batch={batch} />
      </div>
    </Modal>
  );
}

/** A code in groups of four, as people read it. */
const spaced = (code: string) => code.replace(/(.{4})(?=.)/g, '$1 ');

/** The coupons of a batch, each with its code as QR and as text. */
function Slips({ coupon, batch }: { coupon: Coupon; batch: Batch }) {
  const t = useText();
  const user = useUser();
  return (
    <ul className="coupon-slips">
      {batch.codes.map((code) => (
        <li key={code}>
          <QrCode text={new URL(batch.address + code, location.origin).href} label={code} />
          <div>
            <strong>{coupon.name}</strong>
            <span className="by-figure">{spaced(code)}</span>
            <span>
              {t({ zh: '有效期至 {day}', en: 'Valid until {day}' }, { day: timeText(batch.validUntil, 'minute') })}
            </span>
            <span>{user.brandName ?? user.tenantName}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
