import type { Listed, Output } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  ErrorState,
  FieldList,
  RawText,
  ResourcePage,
  refreshLists,
  Skeleton,
  TimeText,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SecretDialog } from '../camera/secret-dialog.view.tsx';
import { loraNetwork, readLoraMessage, rotateLoraToken, uplinkFields } from './lora-network.contract.ts';

type Network = Listed<typeof loraNetwork>;
type Secret = Output<typeof rotateLoraToken>;

const REFRESH_MS = 15_000;

/** The network servers that pass on what detectors send, and how their messages are read. */
export default function LoraNetworkPage() {
  const t = useText();
  const [made, setMade] = useState<{ name: string; secret: Secret } | null>(null);
  const renew = async (row: Network) => {
    const question = {
      zh: `为“${row.name}”生成新令牌？旧令牌立即失效，网络服务器须改用新的才能继续上报。`,
      en: `Make a new token for "${row.name}"? The old one stops at once.`,
    };
    const secret = await call(rotateLoraToken, { loraNetworkId: row.id }, { question });
    setMade({ name: row.name, secret });
    await refreshLists(loraNetwork.name);
  };
  return (
    <>
      <ResourcePage
        of={loraNetwork}
        everyMs={REFRESH_MS}
        cells={{
          name: { width: 200, isGrowing: true },
          statePath: { width: 180 },
          takenValues: { width: 180 },
          batteryPath: { width: 150 },
          lastHeardAt: {
            width: 160,
            cell: ({ lastHeardAt }) =>
              lastHeardAt ? <TimeText at={lastHeardAt} /> : <span className="by-faint">{t(NEVER)}</span>,
          },
        }}
        actsWidth={160}
        rowActs={(row) => (
          <ActButton type="link" size="small" access={rotateLoraToken.access} onAct={() => renew(row)}>
            {t(rotateLoraToken.title)}
          </ActButton>
        )}
        moreDetail={(row) => <LatestMessage row={row} />}
      />
      <SecretDialog name={made?.name ?? ''} parts={made && partsOf(made.secret)} onClose={() => setMade(null)} />
    </>
  );
}

const NEVER = { zh: '还没有收到', en: 'Nothing yet' };

/** One of the latest messages, as it is read with the present settings, and raw. */
function LatestMessage({ row }: { row: Network }) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['list', loraNetwork.name, 'message', row.id, row.version],
    queryFn: ({ signal }) => call(readLoraMessage, { loraNetworkId: row.id }, { signal, isQuiet: true }),
    refetchInterval: REFRESH_MS,
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={6} />;
  return (
    <>
      <h3>{t(readLoraMessage.title)}</h3>
      {data.body === null ? (
        <p className="by-faint">
          {t({
            zh: '还没有收到报文。用“重置令牌”取得地址，填入网络服务器的 HTTP 集成或 MQTT。',
            en: 'No message has come yet. "New token" shows the address for the HTTP integration or MQTT of the network server.',
          })}
        </p>
      ) : (
        <>
          {data.devEui ? (
            <FieldList fields={uplinkFields} row={data} />
          ) : (
            <p className="by-hint">
              {t({ zh: '这条报文不是上行数据', en: 'This message carries nothing of a device' })}
            </p>
          )}
          <RawText text={data.body} />
        </>
      )}
    </>
  );
}

function partsOf(secret: Secret) {
  const { output } = rotateLoraToken;
  return [
    { label: output.address.label, text: window.location.origin + secret.address },
    { label: output.userName.label, text: secret.userName },
    { label: output.token.label, text: secret.token },
    { label: output.topics.label, text: secret.topics },
  ];
}
