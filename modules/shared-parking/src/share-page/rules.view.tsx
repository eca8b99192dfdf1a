import './share.css';
import { copyText, QrCode, ResourcePage, useText } from '@boyun/kernel/web';
import { Button } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { shareRule } from '../rule/share-rule.contract.ts';

/** How the spots of lots are shared, with the page on which drivers book. */
export function Rules({ tabs }: { tabs: ReactNode }) {
  const t = useText();
  return (
    <ResourcePage
      of={shareRule}
      moreTools={() => tabs}
      cells={{ lotId: { width: 180, isGrowing: true }, isOpen: { width: 80 }, notice: { width: 180, isGrowing: true } }}
      detailTitle={() => t(shareRule.title)}
      moreDetail={(row) => (
        <ShareDoor
          path={`/share/${row.code}`}
          label={{ zh: '车主预订页二维码', en: 'QR code of the page on which drivers book' }}
          hint={{
            zh: '张贴二维码或发送链接，车主扫码查找并预订。',
            en: 'Display the code or send the link: drivers search and book.',
          }}
        />
      )}
      empty={{
        title: { zh: '还没有共享规则', en: 'No rules yet' },
        hint: { zh: '车场有了规则才能共享车位', en: 'A lot shares spots once it has a rule' },
      }}
    />
  );
}

/** The link and QR code of a page for phones. */
export function ShareDoor({
  path,
  label,
  hint,
}: {
  path: string;
  label: { zh: string; en: string };
  hint: { zh: string; en: string };
}) {
  const t = useText();
  const address = new URL(path, location.origin).href;
  return (
    <section className="share-door">
      <Suspense fallback={<div />}>
        <QrCode text={address} label={t(label)} />
      </Suspense>
      <div>
        <p className="by-hint">{t(hint)}</p>
        <a href={address} target="_blank" rel="noreferrer">
          {t({ zh: '打开页面', en: 'Open the page' })}
        </a>
        <Button onClick={() => void copyText(address)}>{t({ zh: '复制链接', en: 'Copy the link' })}</Button>
      </div>
    </section>
  );
}
