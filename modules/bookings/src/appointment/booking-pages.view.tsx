import type { Listed } from '@boyun/kernel/contract';
import { notify, QrCode, ResourcePage, useText } from '@boyun/kernel/web';
import { Button } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { bookingPage } from './booking.contract.ts';
import './appointment.css';

/** The pages where drivers book: one a lot, with its address and QR code. */
export default function BookingPages({ tabs }: { tabs: ReactNode }) {
  const t = useText();
  return (
    <ResourcePage
      of={bookingPage}
      moreTools={() => tabs}
      cells={{ lotId: { width: 200, isGrowing: true }, notice: { width: 280, isGrowing: true } }}
      detailTitle={() => t(bookingPage.title)}
      moreDetail={(row) => <Door row={row as unknown as Listed<typeof bookingPage>} />}
      empty={{
        title: { zh: '还没有自助预约入口', en: 'No booking pages yet' },
        hint: {
          zh: '为车场新增入口后，车主扫码即可自助预约；时段和名额按预约规则',
          en: 'Add one for a lot: drivers book by its QR code, within the rules of appointments',
        },
      }}
    />
  );
}

function Door({ row }: { row: Listed<typeof bookingPage> }) {
  const t = useText();
  const address = new URL(`/book/${row.code}`, location.origin).href;
  return (
    <section className="booking-door">
      <Suspense fallback={<div className="booking-qr" />}>
        <QrCode text={address} label={t({ zh: '自助预约二维码', en: 'QR code of the booking page' })} />
      </Suspense>
      <div>
        <p className="by-hint">
          {t({
            zh: '张贴二维码或发送链接，车主扫码预约。',
            en: 'Put the code up or send the link; drivers book by it.',
          })}
        </p>
        <a href={address} target="_blank" rel="noreferrer">
          {t({ zh: '打开预约页', en: 'Open the page' })}
        </a>
        <Button
          onClick={async () => {
            await navigator.clipboard.writeText(address);
            notify('good', { zh: '已复制', en: 'Copied' });
          }}
        >
          {t({ zh: '复制链接', en: 'Copy the link' })}
        </Button>
      </div>
    </section>
  );
}
