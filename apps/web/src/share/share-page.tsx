import './share.css';
import { DriverPage, DriverPlate, isWholePlate, MobileProof, post, useText } from '@boyun/kernel/web';
import { useEffect, useState } from 'react';
import { type Share, useShare } from './share.ts';
import { ShareNote } from './share-note.tsx';

/** `/ShareRegister?code=…`, the target of a poster's code: a driver becomes a customer of the operator by an SMS code (spec §2). */
export default function SharePage() {
  const t = useText();
  const share = useShare();
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    document.title = t({ zh: '注册 · 泊云', en: 'Register · Boyun' });
  }, [t]);
  return (
    <DriverPage>
      {share === null || typeof share === 'string' ? (
        <ShareNote problem={share} />
      ) : isDone ? (
        <section className="driver-card driver-blank" role="status">
          <b>{t({ zh: '注册成功', en: 'You are registered' })}</b>
          <p>
            {t({ zh: '您已是{tenant}的用户。', en: 'You are a customer of {tenant}.' }, { tenant: share.TenantName })}
          </p>
        </section>
      ) : (
        <RegisterForm share={share} onDone={() => setDone(true)} />
      )}
    </DriverPage>
  );
}

function RegisterForm({ share, onDone }: { share: Share; onDone: () => void }) {
  const t = useText();
  const [name, setName] = useState('');
  const [plate, setPlate] = useState<string | null>(null);
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
        isReady={plate === null || isWholePlate(plate)}
        onSend={async (Mobile) => {
          const { data } = await post('/api/share/sendCode', { Code: share.code, Mobile }, { isQuiet: true });
          const { CodeId, ShownCode } = data as { CodeId: string; ShownCode: string | null };
          return { id: CodeId, shownCode: ShownCode };
        }}
        onProve={async (CodeId, SmsCode) => {
          const channel = /^(poster|chat|sms)$/.exec(new URLSearchParams(location.search).get('channel') ?? '')?.[0];
          const given = { Name: name || null, Plate: plate, Channel: channel ?? 'link' };
          await post('/api/share/ShareRegister', { Code: share.code, CodeId, SmsCode, ...given }, { isQuiet: true });
          onDone();
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
      </MobileProof>
      <p className="share-hint">
        {t(
          {
            zh: '提交即表示同意{tenant}为提供停车服务使用以上信息。',
            en: 'By submitting, you allow {tenant} to use these details to serve you at its car parks.',
          },
          { tenant: share.TenantName },
        )}
      </p>
    </section>
  );
}
