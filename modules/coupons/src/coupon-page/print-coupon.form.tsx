import './coupon-sheet.css';
import type { Output } from '@boyun/kernel/contract';
import { Modal, OperationDialog, QrCode, timeText, useText, useUser } from '@boyun/kernel/web';
import { Button } from 'antd';
import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
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

/** The sheet of a batch, to be printed. */
export function Sheet({ coupon, batch, onClose }: { coupon: Coupon; batch: Batch; onClose: () => void }) {
  const t = useText();
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    if (!isPrinting) return;
    const done = () => setPrinting(false);
    addEventListener('afterprint', done);
    print();
    return () => removeEventListener('afterprint', done);
  }, [isPrinting]);
  return (
    <Modal
      open
      width={720}
      title={`${coupon.name} · ${t({ zh: '{n}张', en: '{n} coupons' }, { n: batch.codes.length })}`}
      onCancel={onClose}
      footer={
        <Button type="primary" icon={<Printer />} onClick={() => setPrinting(true)}>
          {t({ zh: '打印', en: 'Print' })}
        </Button>
      }
    >
      <div className="coupon-sheet-view">
        <Slips coupon={coupon} batch={batch} />
      </div>
      {isPrinting &&
        createPortal(
          <div className="coupon-sheet">
            <Slips coupon={coupon} batch={batch} />
          </div>,
          document.body,
        )}
    </Modal>
  );
}

/** The coupons of a batch, each with its code as QR and as text. */
function Slips({ coupon, batch }: { coupon: Coupon; batch: Batch }) {
  const t = useText();
  const user = useUser();
  return (
    <ul className="coupon-slips">
      {batch.codes.map((code) => (
        <li key={code}>
          <QrCode text={code} label={code} />
          <div>
            <strong>{coupon.name}</strong>
            <span className="by-figure">{code.replace(/(.{4})(?=.)/g, '$1 ')}</span>
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
