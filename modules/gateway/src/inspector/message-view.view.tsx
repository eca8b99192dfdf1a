import './inspector.css';
import type { Output } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  ErrorState,
  FieldList,
  notify,
  RawText,
  refreshLists,
  Skeleton,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import {
  deviceMessageList,
  ReplayResult,
  readDeviceMessage,
  readFields,
  replayDeviceMessage,
} from './device-message.contract.ts';

type ReadDeviceMessage = Output<typeof readDeviceMessage>;

/** Asks for a message. */
export function useDeviceMessage(messageId: string | null) {
  return useQuery({
    queryKey: ['list', deviceMessageList.name, 'read', messageId],
    queryFn: ({ signal }) => call(readDeviceMessage, { messageId: messageId! }, { signal, isQuiet: true }),
    enabled: messageId !== null,
  });
}

/** The values a driver found in a message. */
export function ReadValues({ read }: { read: NonNullable<ReadDeviceMessage['read']> }) {
  return <FieldList fields={readFields} row={read} />;
}

/** A message, raw and read, with the button that takes it again. */
export function MessageView({ messageId }: { messageId: string }) {
  const t = useText();
  const { data, error, refetch } = useDeviceMessage(messageId);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  const replay = async () => {
    const { result, plate } = await call(replayDeviceMessage, { messageId });
    const words = ReplayResult[result];
    notify('good', { zh: `${plate ?? ''} ${words.zh}`.trim(), en: `${plate ?? ''} ${words.en}`.trim() });
    await refreshLists(deviceMessageList.name);
  };
  return (
    <div className="message-view">
      <div className="message-view-head">
        <h3>{t({ zh: '解析结果', en: 'As it is read' })}</h3>
        <ActButton
          size="small"
          access={replayDeviceMessage.access}
          disabledReason={data.read && data.isWhole ? null : NOTHING}
          onAct={replay}
        >
          {t(replayDeviceMessage.title)}
        </ActButton>
      </div>
      {data.read && <ReadValues read={data.read} />}
      {data.fault && <p className="by-hint">{data.fault}</p>}
      {data.passingId && (
        <p className="by-small by-faint">
          {t({
            zh: '已入账为过车记录，重放不会重复入账。',
            en: 'It was booked as a passing; a replay changes nothing.',
          })}
        </p>
      )}
      <h3>{t(readDeviceMessage.output.body.label)}</h3>
      <p className="by-small by-faint">{data.contentType}</p>
      <RawText text={data.body} />
      {data.reply && (
        <>
          <h3>{t(readDeviceMessage.output.reply.label)}</h3>
          <RawText text={data.reply} />
        </>
      )}
    </div>
  );
}

const NOTHING = { zh: '这条报文没有可入账的过车', en: 'This message reports no car that could be booked' };
