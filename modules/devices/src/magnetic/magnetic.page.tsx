import { batteryTone } from '@boyun/domain/battery';
import type { Label, Listed, Output, Tone } from '@boyun/kernel/contract';
import {
  ActButton,
  type CellSlots,
  call,
  OperationDialog,
  ReferenceInput,
  ResourcePage,
  refreshLists,
  StateDot,
  TimeText,
  useListing,
  useText,
} from '@boyun/kernel/web';
import { useState } from 'react';
import { SecretDialog } from '../camera/secret-dialog.view.tsx';
import {
  bindMagnetic,
  MagneticKind,
  MagneticOutcome,
  MagneticSpot,
  magnetic,
  magneticMessageList,
  muteMagnetic,
  QuietKind,
  resumeMagnetic,
  rotateMagneticSecret,
  testMagnetic,
} from './magnetic.contract.ts';
import './magnetic.css';

type Detector = Listed<typeof magnetic>;
type Secret = Output<typeof rotateMagneticSecret>;
type Asked = { readonly row: Detector; readonly act: 'bind' | 'test' | 'mute' };

const REFRESH_MS = 15_000;
/** In a test somebody waits for the next message. */
const MESSAGES_MS = 5000;
/** Signals weaker than these, in dBm, reach the network badly, or hardly at all. */
const WEAK_DBM = -105;
const POOR_DBM = -115;
/** A share of false reports from which a detector needs to be looked at, and changed. */
const MANY_FALSE = 10;
const MOST_FALSE = 25;

/** The detectors below spots: battery, signal, last contact, what each says of its spot, and how often it is wrong. */
export default function MagneticPage() {
  const t = useText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [made, setMade] = useState<{ name: string; secret: Secret } | null>(null);
  const renew = async (row: Detector) => {
    const question = {
      zh: `为“${row.serialNo}”生成新的令牌和密钥？旧的立即失效，地磁须改用新的才能继续上报。`,
      en: `Make a new token and secret for "${row.serialNo}"? The old ones stop at once.`,
    };
    const secret = await call(rotateMagneticSecret, { magneticId: row.id }, { question });
    setMade({ name: row.serialNo, secret });
    await refreshLists(magnetic.name);
  };
  const resume = async (row: Detector) => {
    await call(resumeMagnetic, { magneticId: row.id });
    await refreshLists(magnetic.name);
  };
  return (
    <>
      <ResourcePage
        of={magnetic}
        everyMs={REFRESH_MS}
        cells={CELLS}
        rowClass={(row) => (row.state === 'offline' ? 'is-bad' : undefined)}
        actsWidth={258}
        rowActs={(row) => (
          <>
            <ActButton
              type="link"
              size="small"
              access={bindMagnetic.access}
              onAct={() => setAsked({ row, act: 'bind' })}
            >
              {t({ zh: '绑定', en: 'Bind' })}
            </ActButton>
            {row.quietKind ? (
              <ActButton type="link" size="small" access={resumeMagnetic.access} onAct={() => resume(row)}>
                {t(resumeMagnetic.title)}
              </ActButton>
            ) : (
              (['test', 'mute'] as const).map((act) => (
                <ActButton
                  key={act}
                  type="link"
                  size="small"
                  access={testMagnetic.access}
                  onAct={() => setAsked({ row, act })}
                >
                  {t((act === 'test' ? testMagnetic : muteMagnetic).title)}
                </ActButton>
              ))
            )}
          </>
        )}
        moreDetail={(row) => (
          <>
            <ActButton access={rotateMagneticSecret.access} onAct={() => renew(row)}>
              {t(rotateMagneticSecret.title)}
            </ActButton>
            <Messages row={row} />
          </>
        )}
      />
      {asked && <MagneticDialog {...asked} onClose={() => setAsked(null)} />}
      <SecretDialog name={made?.name ?? ''} parts={made && partsOf(made.secret)} onClose={() => setMade(null)} />
    </>
  );
}

const none = <span className="by-faint">—</span>;
const figure = (value: number, unit: string) => ({ zh: `${value}${unit}`, en: `${value}${unit}` });

const CELLS: CellSlots<Detector> = {
  serialNo: { width: 188 },
  lotId: { width: 118, isGrowing: true },
  spotId: { width: 72, cell: (row) => row.spotName ?? <Unbound /> },
  state: { width: 100 },
  batteryPercent: {
    width: 84,
    cell: ({ batteryPercent: level }) =>
      level === null ? none : <StateDot tone={batteryTone(level)} label={figure(level, '%')} />,
  },
  signalDbm: {
    width: 108,
    cell: ({ signalDbm: dbm }) =>
      dbm === null ? (
        none
      ) : (
        <StateDot tone={dbm <= POOR_DBM ? 'bad' : dbm <= WEAK_DBM ? 'warn' : 'good'} label={figure(dbm, '')} />
      ),
  },
  spotState: {
    width: 88,
    cell: ({ spotState }) => (spotState ? <StateDot {...toned(MagneticSpot[spotState])} /> : none),
  },
  changedAt: { width: 146 },
  lastSeenAt: { width: 146 },
  falsePercent: {
    width: 92,
    cell: ({ falsePercent: share }) =>
      share === null ? (
        none
      ) : (
        <StateDot
          tone={share >= MOST_FALSE ? 'bad' : share >= MANY_FALSE ? 'warn' : 'good'}
          label={figure(share, '%')}
        />
      ),
  },
  quietKind: {
    width: 104,
    cell: ({ quietKind }) => (quietKind ? <StateDot {...toned(QuietKind[quietKind])} /> : none),
  },
  model: { isHiddenAtFirst: true },
};

const toned = (word: Label & { readonly tone: Tone }) => ({ tone: word.tone, label: word });

function Unbound() {
  return <span className="by-faint">{useText()({ zh: '未绑定', en: 'None' })}</span>;
}

const { magneticId: _, ...BIND } = bindMagnetic.input;
const { minutes } = testMagnetic.input;
const { hours, reason } = muteMagnetic.input;

function MagneticDialog({ row, act, onClose }: Asked & { onClose: () => void }) {
  const t = useText();
  const shared = {
    isOpen: true,
    onClose,
    given: { magneticId: row.id },
    refreshes: [magnetic.name],
  };
  const titled = (title: Label) => `${t(title)} · ${row.serialNo}`;
  if (act === 'bind')
    return (
      <OperationDialog
        {...shared}
        of={bindMagnetic}
        fields={BIND}
        title={titled(bindMagnetic.title)}
        okText={{ zh: '保存', en: 'Save' }}
        initial={{ spotId: row.spotId }}
        parts={{
          spotId: ({ id, value, onChange }) => (
            <ReferenceInput
              id={id}
              to="spot"
              filters={{ lotId: row.lotId }}
              value={(value as string | null) ?? null}
              onChange={onChange}
            />
          ),
        }}
        done={{ zh: '已保存', en: 'Saved' }}
      />
    );
  if (act === 'test')
    return (
      <OperationDialog
        {...shared}
        of={testMagnetic}
        fields={{ minutes }}
        title={titled(testMagnetic.title)}
        okText={{ zh: '开始测试', en: 'Begin' }}
        hint={{
          zh: '测试期间上报只显示在详情里，不开单也不结单。请让车辆驶入再驶离车位，查看是否各收到一条报文。',
          en: 'During the test its reports are only shown in its details. Drive a car on and off the spot, and see whether both were reported.',
        }}
        done={{ zh: '测试已开始，打开详情查看报文', en: 'The test has begun; see its details' }}
      />
    );
  return (
    <OperationDialog
      {...shared}
      of={muteMagnetic}
      fields={{ hours, reason }}
      title={titled(muteMagnetic.title)}
      okText={muteMagnetic.title}
      hint={{
        zh: '屏蔽期间上报不影响订单和车位，离线也不报警；车辆由收费员登记。',
        en: 'Meanwhile its reports change nothing and its silence raises no alarm; collectors record the cars.',
      }}
      done={{ zh: '已屏蔽', en: 'Muted' }}
    />
  );
}

const SHOWN = 20;

/** The latest messages of a detector. */
function Messages({ row: { id, quietKind, quietUntil } }: { row: Detector }) {
  const t = useText();
  const { data } = useListing(
    magneticMessageList,
    { page: 1, perPage: SHOWN, magneticId: id },
    { everyMs: MESSAGES_MS },
  );
  return (
    <>
      {quietKind && quietUntil && (
        <p className="magnetic-quiet">
          <StateDot {...toned(QuietKind[quietKind])} /> {t({ zh: '至', en: 'until' })} <TimeText at={quietUntil} />
        </p>
      )}
      <h3>{t({ zh: '最近报文', en: 'Latest messages' })}</h3>
      {data?.rows.length === 0 && (
        <p className="by-faint">{t({ zh: '还没有收到报文', en: 'No message has come yet' })}</p>
      )}
      <ol className="magnetic-messages">
        {data?.rows.map((row) => (
          <li key={row.id}>
            <TimeText at={row.happenedAt} />
            <b>{t(MagneticKind[row.kind])}</b>
            <StateDot {...toned(MagneticOutcome[row.outcome])} />
            <span className="by-small by-faint">
              #{row.sequence}
              {row.seenCount > 1 && ` ×${row.seenCount}`}
              {row.batteryPercent !== null && ` · ${row.batteryPercent}%`}
              {row.signalDbm !== null && ` · ${row.signalDbm} dBm`}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function partsOf(secret: Secret) {
  const { output } = rotateMagneticSecret;
  const address = (path: string) => window.location.origin + path;
  return [
    { label: output.serialNo.label, text: secret.serialNo },
    { label: output.tokenPath.label, text: address(secret.tokenPath) },
    { label: output.signedPath.label, text: address(secret.signedPath) },
    { label: output.topic.label, text: secret.topic },
    { label: output.token.label, text: secret.token },
    { label: output.deviceSecret.label, text: secret.deviceSecret },
  ];
}
