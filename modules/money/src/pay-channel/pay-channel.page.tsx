import { ChannelKey, hasPfx, keysOf, NEEDED_KEYS } from '../channel/channel-key.contract.ts';
import './pay-channel.css';
import type { Field, Listed, Output } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  can,
  Drawer,
  notify,
  RecordForm,
  ResourcePage,
  refreshLists,
  StateDot,
  TestedDialog,
  useText,
} from '@boyun/kernel/web';
import { Alert, Button } from 'antd';
import { useRef, useState } from 'react';
import { ConfiguredChannel as Channel } from '../channel/channel.contract.ts';
import { payChannel, testPayChannel } from './pay-channel.contract.ts';
import { setPayKeys } from './pay-key.contract.ts';

type Row = Listed<typeof payChannel>;
type Tried = Output<typeof testPayChannel>;

/** Fields that say how UnionPay is reached; other channels have none. */
const NO_ACCESS = { acquirerNo: null, categoryNo: null, payeeName: null, payeeShortName: null };

/** The tenant's payment channels; keys are entered here and never shown again. */
export default function PayChannelPage() {
  const t = useText();
  const [keyed, setKeyed] = useState<Row | null>(null);
  const [tried, setTried] = useState<{ row: Row; result: Tried } | null>(null);
  return (
    <>
      <ResourcePage
        of={payChannel}
        actsWidth={230}
        asListed={['lotId', 'isEnabled']}
        formParts={({ channel }) => (channel === 'unionpay' ? {} : NO_ACCESS)}
        cells={{
          channel: { width: 140, isGrowing: true },
          lotId: {
            width: 170,
            isGrowing: true,
            cell: (row) => row.lotName ?? <span className="by-faint">{t({ zh: '全部车场', en: 'All lots' })}</span>,
          },
          isEnabled: { width: 90 },
          subMerchantNo: { isHiddenAtFirst: true },
          appNo: { isHiddenAtFirst: true },
          keyState: { width: 136 },
          certificateUntil: { isHiddenAtFirst: true },
          remark: { isHiddenAtFirst: true },
        }}
        moreDetail={(row) => <Marks row={row} />}
        rowActs={(row) => (
          <>
            {NEEDED_KEYS[row.channel].length > 0 && can(setPayKeys.access) && (
              <Button type="link" size="small" onClick={() => setKeyed(row)}>
                {t({ zh: '密钥', en: 'Keys' })}
              </Button>
            )}
            <ActButton
              type="link"
              size="small"
              access={testPayChannel.access}
              onAct={async () => setTried({ row, result: await call(testPayChannel, { payChannelId: row.id }) })}
            >
              {t({ zh: '测试', en: 'Test' })}
            </ActButton>
          </>
        )}
        empty={{
          title: { zh: '还没有支付渠道', en: 'No payment channels yet' },
          hint: {
            zh: '未配置时只能人工收款：司机到岗亭缴费或呼叫现场人员，二维码和支付页不能付款',
            en: 'Until there are some, money is taken by hand: drivers pay at the booth or call the attendant, and no QR code or page takes a payment',
          },
        }}
      />
      <KeyDrawer row={keyed} onClose={() => setKeyed(null)} />
      <TestedDialog
        result={tried?.result ?? null}
        heading={tried ? `${t(Channel[tried.row.channel])} · ${tried.result.tookMs} ms` : ''}
        onClose={() => setTried(null)}
      />
    </>
  );
}

function Marks({ row }: { row: Row }) {
  const t = useText();
  const keys = keysOf(row.channel);
  if (keys.length === 0) return null;
  return (
    <dl className="by-facts">
      {keys.map((key) => {
        const stored = row.keyMarks.find((one) => one.key === key);
        return (
          <div key={key}>
            <dt>{t(ChannelKey[key])}</dt>
            <dd>
              {stored ? (
                <span className="by-figure">
                  ******{' '}
                  <span className="by-faint by-small">{`${t({ zh: '指纹', en: 'fingerprint' })} ${stored.mark}`}</span>
                </span>
              ) : (
                <StateDot
                  tone={NEEDED_KEYS[row.channel].includes(key) ? 'warn' : 'neutral'}
                  label={{ zh: '未设置', en: 'Not set' }}
                />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function KeyDrawer({ row, onClose }: { row: Row | null; onClose: () => void }) {
  const t = useText();
  if (!row) return null;
  const { pfx, pfxPassword, ...all } = setPayKeys.input;
  const fields: Readonly<Record<string, Field<string | null>>> = {
    ...(hasPfx(row.channel) ? { pfx, pfxPassword } : {}),
    ...Object.fromEntries(keysOf(row.channel).map((key) => [key, all[key]])),
  };
  return (
    <Drawer
      isOpen
      width={520}
      title={`${t(setPayKeys.title)} ${t(Channel[row.channel])} ${row.merchantNo ?? ''}`}
      onClose={onClose}
    >
      <Alert
        type="info"
        showIcon
        title={t({
          zh: '密钥加密保存，保存后不再显示，只能重新设置。',
          en: 'Keys are stored encrypted and never shown again; they can only be replaced.',
        })}
        style={{ marginBottom: 16 }}
      />
      <RecordForm
        columns={1}
        fields={fields}
        parts={PARTS}
        onSubmit={async (values) => {
          const { missing } = await call(setPayKeys, { ...NO_KEYS, ...values, payChannelId: row.id });
          notify(
            missing.length === 0 ? 'good' : 'warn',
            missing.length === 0
              ? { zh: '密钥已保存', en: 'The keys are stored' }
              : {
                  zh: `已保存，仍缺少：${missing.map((key) => ChannelKey[key].zh).join('、')}`,
                  en: `Stored; still missing: ${missing.map((key) => ChannelKey[key].en).join(', ')}`,
                },
          );
          await refreshLists(payChannel.name);
          onClose();
        }}
        onCancel={onClose}
      />
    </Drawer>
  );
}

const NO_KEYS = {
  pfx: null,
  pfxPassword: null,
  apiKey: null,
  certificateNo: null,
  privateKey: null,
  publicKey: null,
  publicKeyId: null,
  certificate: null,
  authorities: null,
  appSecret: null,
};

/** A key of several lines, pasted from a file. */
function PemInput({
  id,
  value,
  isInvalid,
  onChange,
}: {
  id: string;
  value: string | null;
  isInvalid: boolean;
  onChange: (value: string | null) => void;
}) {
  return (
    <textarea
      id={id}
      className={isInvalid ? 'pem-input is-invalid' : 'pem-input'}
      rows={5}
      autoComplete="off"
      spellCheck={false}
      placeholder="-----BEGIN …-----"
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || null)}
    />
  );
}

/** A certificate file, read in the browser; its content travels in base64. */
function PfxInput({
  id,
  value,
  onChange,
}: {
  id: string;
  value: string | null;
  onChange: (value: string | null) => void;
}) {
  const t = useText();
  const chooser = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const take = async (file: File | undefined) => {
    if (!file) return;
    setName(file.name);
    onChange(btoa(String.fromCharCode(...new Uint8Array(await file.slice(0, MAX_PFX_BYTES).arrayBuffer()))));
  };
  return (
    <div className="pfx-input">
      <input
        ref={chooser}
        id={id}
        type="file"
        accept=".pfx,.p12"
        hidden
        onChange={({ target }) => void take(target.files?.[0])}
      />
      <Button onClick={() => chooser.current?.click()}>{t({ zh: '选择文件', en: 'Choose file' })}</Button>
      {value ? (
        <>
          <span>{name}</span>
          <Button type="link" onClick={() => onChange(null)}>
            {t({ zh: '移除', en: 'Remove' })}
          </Button>
        </>
      ) : (
        <span className="by-faint">{t({ zh: '未选择', en: 'None chosen' })}</span>
      )}
    </div>
  );
}

/** Files of providers have a few kilobytes. */
const MAX_PFX_BYTES = 24 * 1024;

const PARTS = {
  pfx: PfxInput,
  privateKey: PemInput,
  publicKey: PemInput,
  certificate: PemInput,
  authorities: PemInput,
};
