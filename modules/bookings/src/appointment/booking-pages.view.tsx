import type { Listed } from '@boyun/kernel/contract';
import { copyText, QrCode, ResourcePage, useText } from '@boyun/kernel/web';
import { Button } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { bookingPage } from './booking.contract.ts';
import './appointment.css';

/** List of public booking pages, one per lot, with link and QR code. */
export default function BookingPages({ tabs }: { tabs: ReactNode }) {
  const t = useText();
  return (
    <ResourcePage
      of={bookingPage}
      moreTools={() => tabs}
      cells={{ lotId: { width: 200, isGrowing: true }, notice: { width: 280, isGrowing: true } }}
      detailTitle={() => t(bookingPage.title)}
      moreDetail={(row) => <Door row={row} />}
      empty={{
        title: { zh: '还没有自助预约入口', en: 'No booking pages yet' },
        hint: {
          zh: '为车场新增入口后，车主扫码即可自助预约；时段和名额按预约规则',
          en: 'Add one for a lot: drivers scan its QR code and book within the appointment rules',
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
            en: 'Display the QR code or send the link to drivers.',
          })}
        </p>
        <a href={address} target="_blank" rel="noreferrer">
          {t({ zh: '打开预约页', en: 'Open the page' })}
        </a>
        <Button onClick={() => void copyText(address)}>{t({ zh: '复制链接', en: 'Copy the link' })}</Button>
      </div>
    </section>
  );
}
