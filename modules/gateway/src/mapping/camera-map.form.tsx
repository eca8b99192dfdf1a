import './camera-map.css';
import { type Leaf, leavesOf, MAP_PATHS, type MessageMap, readMapped, suggestMap } from '@boyun/domain/message-map';
import type { Output } from '@boyun/kernel/contract';
import {
  call,
  type Draft,
  type FormParts,
  notify,
  RawText,
  RecordForm,
  TimeText,
  useText,
  ZoneInput,
} from '@boyun/kernel/web';
import { AutoComplete } from 'antd';
import { useState } from 'react';
import { type getCameraMap, mapFields, saveCameraMap } from '../mapped/camera-map.contract.ts';

type Fields = typeof mapFields;

/** What the editor works on. */
interface CameraMapProps {
  readonly cameraId: string;
  /** The map as it is stored. */
  readonly map: Output<typeof getCameraMap>;
  /** A captured message beside it; empty where none was captured yet. */
  readonly body: string;
  readonly onSaved: () => unknown;
}

/** The mapping of a camera, with a captured message beside it: what the paths find there is shown while they are typed. */
export function CameraMapForm({ cameraId, map, body, onSaved }: CameraMapProps) {
  const t = useText();
  const message = jsonOf(body);
  const leaves = leavesOf(message);
  const [zone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const initial = map.isSet ? map : { ...map, ...suggestMap(message) };
  const drawn = partsOf(leaves);
  return (
    <div className="camera-map">
      <RecordForm<Fields>
        fields={mapFields}
        initial={initial}
        parts={(values) => ({
          ...drawn,
          ...(values.timeFormat === 'pattern' ? {} : { timePattern: null }),
          ...(values.confidence ? {} : { confidenceScale: null }),
          ...(values.direction ? {} : { entryWord: null }),
        })}
        submitText={t(saveCameraMap.title)}
        footNote={(values) => (message === null ? null : <Preview values={values} message={message} zone={zone} />)}
        onSubmit={async (values) => {
          await call(saveCameraMap, { cameraId, ...values });
          notify('good', { zh: '字段映射已保存', en: 'The mapping was saved' });
          await onSaved();
        }}
      />
      <div>
        <h3>{t({ zh: '收到的报文', en: 'A captured message' })}</h3>
        {message === null ? (
          <p className="by-hint">
            {t({
              zh: '还没有收到 JSON 报文。设备上报一次后，这里会显示并给出建议。',
              en: 'No JSON message has arrived yet. Once the device has sent one it is shown here, with suggestions.',
            })}
          </p>
        ) : (
          <RawText text={body} />
        )}
      </div>
    </div>
  );
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}

/** Inputs of paths that offer the values of the message. */
function partsOf(leaves: readonly Leaf[]): FormParts<Fields> {
  const options = leaves.map(({ path, value }) => ({
    value: path,
    label: (
      <span className="camera-map-option">
        <code>{path}</code> <span className="by-faint">{`${value}`.slice(0, 40)}</span>
      </span>
    ),
  }));
  const input = ({ id, value, onChange, isInvalid }: PathPart) => (
    <AutoComplete
      id={id}
      value={value ?? ''}
      options={options}
      popupMatchSelectWidth={360}
      showSearch={{ filterOption: (typed, option) => `${option?.value}`.toLowerCase().includes(typed.toLowerCase()) }}
      status={isInvalid ? 'error' : ''}
      className="by-wide"
      onChange={(path: string) => onChange(path === '' ? null : path)}
    />
  );
  return {
    ...Object.fromEntries(MAP_PATHS.map((name) => [name, input])),
    timeZone: ({ id, value, onChange, isInvalid }) => (
      <ZoneInput id={id} value={value} isInvalid={isInvalid} onChange={onChange} />
    ),
  } as FormParts<Fields>;
}

interface PathPart {
  readonly id: string;
  readonly value: string | null | undefined;
  readonly onChange: (value: string | null) => void;
  readonly isInvalid: boolean;
}

/** What the paths find in the message, as they are typed. */
function Preview({ values, message, zone }: { values: Readonly<Draft<Fields>>; message: unknown; zone: string }) {
  const t = useText();
  const map = { ...values, plate: values.plate ?? '', time: values.time ?? '' } as MessageMap;
  const read = readMapped(map, message, zone);
  const shown: Readonly<Record<string, React.ReactNode>> = {
    plate: read.plate,
    time: read.at && <TimeText at={read.at} />,
    confidence: read.confidence === null ? null : `${read.confidence} %`,
    color: read.color,
    direction: read.direction && t(read.direction === 'entry' ? { zh: '进场', en: 'In' } : { zh: '出场', en: 'Out' }),
    picture:
      read.picture && (read.picture.kind === 'url' ? read.picture.text : t({ zh: '图片数据', en: 'Picture data' })),
    deviceId: read.deviceId,
    eventId: read.eventId,
  };
  return (
    <dl className="camera-map-preview" aria-live="polite">
      {MAP_PATHS.filter((name) => values[name]).map((name) => (
        <div key={name} className={read.wrong.includes(name) ? 'is-wrong' : undefined}>
          <dt>{t(mapFields[name].label)}</dt>
          <dd>
            {read.wrong.includes(name)
              ? t({ zh: '读不到', en: 'Nothing there' })
              : (shown[name] ?? t({ zh: '（空）', en: '(empty)' }))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
