import { call, Money, useAddressWord, useText } from '@boyun/kernel/web';
import { getSmsBalance } from '@boyun/push/contract';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { smsCampaigns } from '../sms/sms.contract.ts';
import { Campaigns } from './campaigns.view.tsx';
import { SmsTemplates } from './sms-templates.view.tsx';
import './sms.css';

/** SMS to many customers, the texts that the provider approves, and what is left there. */
export default function SmsPage() {
  const t = useText();
  const [word, setWord] = useAddressWord('tab');
  const isTemplates = word === 'templates';
  const tabs: ReactNode = (
    <>
      <Segmented
        value={isTemplates ? 'templates' : 'campaigns'}
        options={[
          { value: 'campaigns', label: t(smsCampaigns.title) },
          { value: 'templates', label: t({ zh: '短信模板', en: 'Texts' }) },
        ]}
        onChange={(next) => setWord(next === 'templates' ? next : null)}
      />
      <Balance />
    </>
  );
  return isTemplates ? <SmsTemplates tabs={tabs} /> : <Campaigns tabs={tabs} />;
}

/** What is left at the provider. */
function Balance() {
  const t = useText();
  const { data } = useQuery({
    queryKey: ['sms-balance'],
    queryFn: ({ signal }) => call(getSmsBalance, {}, { signal, isQuiet: true }),
    staleTime: 60_000,
  });
  if (!data) return null;
  if (!data.provider)
    return <span className="sms-balance">{t({ zh: '未配置短信服务商', en: 'No provider is configured' })}</span>;
  return (
    <span className="sms-balance" title={data.fault ?? undefined}>
      {data.provider === 'sandbox' ? t({ zh: '沙箱', en: 'Sandbox' }) : data.provider}
      {data.leftCount !== null && (
        <>
          {t({ zh: ' · 剩余', en: ' · left' })}
          <b className="by-figure">{data.leftCount.toLocaleString('en')}</b>
          {t({ zh: '条', en: 'SMS' })}
        </>
      )}
      {data.leftFen !== null && (
        <>
          {t({ zh: ' · 账户余额 ', en: ' · money left ' })}
          <Money fen={data.leftFen} isStrong />
        </>
      )}
      {data.fault && t({ zh: ' · 查询失败', en: ' · could not ask' })}
    </span>
  );
}
