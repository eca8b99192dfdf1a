import './share.css';
import {
  ConsentBox,
  DriverPage,
  DriverPlate,
  isWholePlate,
  keepDriverToken,
  MobileProof,
  post,
  useText,
} from '@boyun/kernel/web';
import { useEffect, useState } from 'react';
import { type Share, useShare } from './share.ts';
import { ShareNote } from './share-note.tsx';

/** `/ShareRegister?code=…`, the target of a poster's code: a driver becomes a customer of the operator by an SMS code (spec §2). */
export default function SharePage() {
  const t = useText();
  const share = useShare();
  const [tenant, setTenant] = useState<string | null>(null);
  useEffect(() => {
    document.title = t({ zh: '注册 · 泊云', en: 'Register · Boyun' });
  }, [t]);
  return (
    <DriverPage>
      {share === null || typeof share === 'string' ? (
        <ShareNote problem={share} />
      ) : tenant ? (
        <section className="driver-card driver-blank" role="status">
          <b>{t({ zh: '注册成功', en: 'You are registered' })}</b>
          <p>
            {t({ zh: '您已是{tenant}的用户。', en: 'You are a customer of {tenant}.' }, { tenant: share.TenantName })}
          </p>
          <p>
            {t({
              zh: '认证车辆后，可查看停车位置和费用、缴费、开发票、办理月卡。',
              en: 'Certify your car to see where it is and what it costs, to pay, get invoices and buy passes.',
            })}
          </p>
          <a className="share-enter" href={`/app/${tenant}`}>
            {t({ zh: '进入我的停车', en: 'Go to my parking' })}
          </a>
        </section>
      ) : (
        <RegisterForm share={share} onDone={setTenant} />
      )}
    </DriverPage>
  );
}

function RegisterForm({ share, onDone }: { share: Share; onDone: (tenant: string) => void }) {
  const t = useText();
  const [name, setName] = useState('');
  const [plate, setPlate] = useState<string | null>(null);
  const [isAgreed, setAgreed] = useState(false);
  return (
    <section className="driver-card share-card">
      <h1>{t({ zh: '欢迎注册', en: 'Welcome' })}</h1>
      <p>
        {t(
          { zh: '{sharer}邀请您成为{tenant}的用户', en: '{sharer} invites you to {tenant}' },
          { sharer: share.Sharer, tenant: share.TenantName },
        )}
      </p>
      <MobileProof
        proveLabel={{ zh: '注册', en: 'Register' }}
        isReady={isAgreed && (plate === null || isWholePlate(plate))}
        onSend={async (Mobile) => {
          const { data } = await post('/api/share/sendCode', { Code: share.code, Mobile }, { isQuiet: true });
          const { CodeId, ShownCode } = data as { CodeId: string; ShownCode: string | null };
          return { id: CodeId, shownCode: ShownCode };
        }}
        onProve={async (CodeId, SmsCode) => {
          const channel = /^(poster|chat|sms)$/.exec(new URLSearchParams(location.search).get('channel') ?? '')?.[0];
          const given = {
            Name: name || null,
            Plate: plate,
            Channel: channel ?? 'link',
            ConsentVersion: share.ConsentVersion,
          };
          const body = { Code: share.code, CodeId, SmsCode, ...given };
          const { data } = await post('/api/share/ShareRegister', body, { isQuiet: true });
          // The proof of the mobile signs this phone in to the app.
          const { Tenant, Token } = data as { Tenant: string; Token: string };
          keepDriverToken(Tenant, Token);
          onDone(Tenant);
        }}
      >
        <label>
          {t({ zh: '姓名（选填）', en: 'Name (optional)' })}
          <input value={name} maxLength={12} autoComplete="name" onChange={(event) => setName(event.target.value)} />
        </label>
        <DriverPlate
          id="share-plate"
          label={{ zh: '车牌（选填）', en: 'Plate (optional)' }}
          value={plate}
          onChange={setPlate}
        />
        <ConsentBox text={share.ConsentText} isAgreed={isAgreed} onChange={setAgreed} />
      </MobileProof>
    </section>
  );
}
