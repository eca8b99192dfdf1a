import type { Label } from '@boyun/kernel/contract';
import {
  DriverFacts,
  DriverPage,
  DriverPlaceholder,
  DriverProblem,
  PlateAndMobile,
  PlateChip,
  post,
  randomId,
  refusalText,
  shrinkPicture,
  timeText,
  useByCode,
  useText,
  useTouch,
  ZoomPicture,
} from '@boyun/kernel/web';
import { useEffect, useState } from 'react';
import './driver-feedback.css';

type Wire = Readonly<Record<string, string | null>>;

type Found = Wire & {
  readonly Pictures: readonly string[];
  readonly Answers: readonly { readonly At: string; readonly Text: string }[];
};

const MOST_PICTURES = 4;
const SHORTEST = 5;
const LONGEST = 1000;

const KINDS: readonly [string, { zh: string; en: string }][] = [
  ['fee', { zh: '收费', en: 'Fee' }],
  ['device', { zh: '设备', en: 'Device' }],
  ['service', { zh: '服务', en: 'Service' }],
  ['suggestion', { zh: '建议', en: 'Suggestion' }],
  ['other', { zh: '其他', en: 'Other' }],
];
const STATES: Readonly<Record<string, { zh: string; en: string; tone: string }>> = {
  new: { zh: '已提交，等待受理', en: 'Sent, awaiting a reply', tone: 'warn' },
  claimed: { zh: '工作人员正在处理', en: 'The staff is on it', tone: 'warn' },
  answered: { zh: '已回复', en: 'Answered', tone: 'good' },
  closed: { zh: '已结束', en: 'Closed', tone: 'neutral' },
};

/** Public page: submits feedback at `/feedback/{code}`, shows its replies at `/answer/{code}`. */
export default function DriverFeedbackPage({ code }: { code: string }) {
  const t = useText();
  const title = t({ zh: '意见反馈 · 泊云', en: 'Feedback · Boyun' });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <DriverPage>{location.pathname.startsWith('/answer/') ? <Answer code={code} /> : <Write code={code} />}</DriverPage>
  );
}

/** Uploads pictures one by one; returns the message of the first refusal, or null. */
async function sendPictures(code: string, pictures: readonly File[]): Promise<string | null> {
  for (const one of pictures)
    try {
      await post('/api/userFeedback/addPicture', { Code: code, File: await shrinkPicture(one) }, { isQuiet: true });
    } catch (error) {
      return refusalText(error);
    }
  return null;
}

interface Entered {
  readonly kind: string;
  readonly content: string;
  /** Null until the driver changes the plate of the page. */
  readonly plate: string | null;
  readonly mobile: string;
  readonly pictures: readonly File[];
}

/** Sends the feedback with its pictures; returns the code of its own page. */
async function sendFeedback(code: string, requestKey: string, entered: Entered, plate: string): Promise<string> {
  const values = {
    Code: code,
    RequestKey: requestKey,
    Kind: entered.kind,
    Content: entered.content.trim(),
    Plate: plate.trim() || null,
    Mobile: entered.mobile || null,
  };
  const { data } = await post('/api/userFeedback/send', values, { isQuiet: true });
  const own = (data as Wire).Code ?? '';
  // The feedback is saved; failed pictures can be added on its page.
  await sendPictures(own, entered.pictures);
  return own;
}

function Write({ code }: { code: string }) {
  const t = useText();
  const [about, missing] = useByCode<Wire>('/api/userFeedback/getPage', code);
  const [entered, setEntered] = useState<Entered>({ kind: '', content: '', plate: null, mobile: '', pictures: [] });
  const change = (part: Partial<Entered>) => setEntered((last) => ({ ...last, ...part }));
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Idempotency key of this submission.
  const [requestKey] = useState(randomId);

  if (!about) return <DriverPlaceholder problem={missing} />;
  const { kind, content, mobile } = entered;
  const plate = entered.plate ?? about.Plate ?? '';
  const send = async () => {
    setBusy(true);
    try {
      location.assign(`/answer/${await sendFeedback(code, requestKey, entered, plate)}`);
    } catch (error) {
      setProblem(refusalText(error));
      setBusy(false);
    }
  };
  const isReady = kind !== '' && content.trim().length >= SHORTEST;
  return (
    <section className="driver-card feedback">
      <h1>{t({ zh: '意见反馈', en: 'Tell us' })}</h1>
      <p className="driver-lot">{about.LotName}</p>
      <form
        className="driver-form"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <WhatHappened entered={entered} onChange={change} />
        <PictureChooser
          pictures={entered.pictures}
          most={MOST_PICTURES}
          onChange={(pictures) => change({ pictures })}
        />
        <PlateAndMobile
          plate={plate}
          mobile={mobile}
          plateLabel={{ zh: '车牌号（选填）', en: 'Plate (optional)' }}
          mobileLabel={{ zh: '手机号（选填，用于接收回复短信）', en: 'Mobile (optional, for a reply by SMS)' }}
          onPlate={(next) => change({ plate: next })}
          onMobile={(next) => change({ mobile: next })}
        />
        <DriverProblem words={problem} />
        <button type="submit" className="is-main" disabled={isBusy || !isReady}>
          {t(
            isBusy
              ? { zh: '正在提交…', en: 'Sending…' }
              : kind
                ? { zh: '提交反馈', en: 'Send' }
                : { zh: '请选择反馈类型', en: 'Choose what it is about' },
          )}
        </button>
      </form>
    </section>
  );
}

/** The kind of the feedback and its text. */
function WhatHappened({ entered, onChange }: { entered: Entered; onChange: (part: Partial<Entered>) => void }) {
  const t = useText();
  return (
    <>
      <fieldset className="feedback-kinds" aria-label={t({ zh: '反馈类型', en: 'About' })}>
        {KINDS.map(([key, label]) => (
          <button key={key} type="button" aria-pressed={key === entered.kind} onClick={() => onChange({ kind: key })}>
            {t(label)}
          </button>
        ))}
      </fieldset>
      <label>
        {t({ zh: '反馈内容', en: 'What happened' })}
        <textarea
          rows={5}
          maxLength={LONGEST}
          value={entered.content}
          placeholder={t({
            zh: '请写明时间、位置和情况，便于核实（至少5个字）',
            en: 'When, where and what (at least 5 characters)',
          })}
          onChange={(event) => onChange({ content: event.target.value })}
        />
      </label>
    </>
  );
}

/** Input for pictures; each can be removed again. */
function PictureChooser({
  pictures,
  most,
  onChange,
}: {
  pictures: readonly File[];
  most: number;
  onChange: (next: readonly File[]) => void;
}) {
  const isTouch = useTouch();
  const add = (chosen: readonly File[]) => onChange([...pictures, ...chosen].slice(0, most));
  return (
    <div className="feedback-pictures">
      {pictures.map((one, place) => (
        <Chosen
          key={`${one.name} ${one.lastModified}`}
          file={one}
          onRemove={() => onChange(pictures.toSpliced(place, 1))}
        />
      ))}
      {pictures.length < most && (
        <>
          {isTouch && <AddPictures label={{ zh: '拍照', en: 'Camera' }} isCamera onAdd={add} />}
          <AddPictures label={{ zh: '图片', en: 'Picture' }} onAdd={add} />
        </>
      )}
    </div>
  );
}

function AddPictures({
  label,
  isCamera,
  onAdd,
}: {
  label: Label;
  isCamera?: boolean;
  onAdd: (chosen: readonly File[]) => void;
}) {
  const t = useText();
  return (
    <label className="feedback-add">
      <span aria-hidden="true">＋</span>
      {t(label)}
      <input
        type="file"
        multiple={!isCamera}
        accept="image/jpeg,image/png"
        capture={isCamera ? 'environment' : undefined}
        onChange={(event) => {
          onAdd([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </label>
  );
}

function Chosen({ file, onRemove }: { file: File; onRemove: () => void }) {
  const t = useText();
  const [address, setAddress] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <span className="feedback-chosen">
      {address && <img src={address} alt={file.name} />}
      <button
        type="button"
        aria-label={t({ zh: '移除{name}', en: 'Remove {name}' }, { name: file.name })}
        onClick={onRemove}
      >
        ×
      </button>
    </span>
  );
}

function Answer({ code }: { code: string }) {
  const t = useText();
  const [found, missing, ask] = useByCode<Found>('/api/userFeedback/getOwn', code);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (!found) return <DriverPlaceholder problem={missing} />;
  const zone = found.TimeZone ?? undefined;
  const time = (at: string | null) => timeText(new Date(at ?? 0), 'minute', zone);
  const state = STATES[found.State ?? ''] ?? STATES.new!;
  const kind = KINDS.find(([key]) => key === found.Kind)?.[1] ?? KINDS[4]![1];
  const add = async (pictures: readonly File[]) => {
    setBusy(true);
    setProblem(await sendPictures(code, pictures));
    await ask();
    setBusy(false);
  };
  const left = found.State === 'new' ? MOST_PICTURES - found.Pictures.length : 0;
  return (
    <section className="driver-card feedback">
      {found.Plate && <PlateChip plate={found.Plate} />}
      <p className="driver-lot">{found.LotName}</p>
      <p className={`feedback-state by-tone-${state.tone}`} role="status">
        {t(state)}
      </p>
      <DriverFacts
        facts={[
          [{ zh: '反馈编号', en: 'Number' }, found.FeedbackNo ?? ''],
          [{ zh: '类型', en: 'About' }, t(kind)],
          [{ zh: '提交时间', en: 'Sent' }, time(found.CreatedAt ?? null)],
        ]}
      />
      <p className="feedback-text">{found.Content}</p>
      {found.Pictures.length > 0 && (
        <div className="feedback-pictures">
          {found.Pictures.map((one) => (
            <ZoomPicture key={one} address={one} label={{ zh: '反馈图片', en: 'Picture' }} />
          ))}
        </div>
      )}
      {found.Answers.map((one) => (
        <blockquote key={one.At}>
          <span>
            {t({ zh: '车场回复', en: 'Answer of the car park' })} · {time(one.At)}
          </span>
          {one.Text}
        </blockquote>
      ))}
      <div className="driver-form">
        {left > 0 && !isBusy && <PictureChooser pictures={[]} most={left} onChange={(next) => void add(next)} />}
        {isBusy && <p className="feedback-hint">{t({ zh: '正在上传图片…', en: 'Sending pictures…' })}</p>}
        <DriverProblem words={problem} />
        {found.State !== 'closed' && found.Answers.length === 0 && (
          <p className="feedback-hint">
            {t({
              zh: '请收藏本页，回复会显示在这里；留了手机号的还会收到短信。',
              en: 'Keep this page: the reply appears here, and by SMS if you left a mobile number.',
            })}
          </p>
        )}
        <button type="button" onClick={() => void ask()}>
          {t({ zh: '刷新', en: 'Look again' })}
        </button>
      </div>
    </section>
  );
}
