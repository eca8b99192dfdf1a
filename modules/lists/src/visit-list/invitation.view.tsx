import './visit-list.css';
import {
  DriverFacts,
  DriverPage,
  DriverPlaceholder,
  DriverProblem,
  now,
  PlateChip,
  post,
  refusalText,
  timeText,
  useByCode,
  useText,
} from '@boyun/kernel/web';
import { useEffect, useState } from 'react';

type Wire = Readonly<Record<string, string | number | null>>;

const STATES: Readonly<Record<string, { zh: string; en: string; tone: string }>> = {
  invited: { zh: '请填写您的车牌', en: 'Enter your plate', tone: 'info' },
  pending: { zh: '等待审批', en: 'Waiting for approval', tone: 'warn' },
  approved: { zh: '邀请有效', en: 'You are welcome', tone: 'good' },
  rejected: { zh: '邀请未通过', en: 'Not approved', tone: 'bad' },
  used: { zh: '邀请已使用', en: 'Used', tone: 'neutral' },
  cancelled: { zh: '邀请已取消', en: 'Cancelled', tone: 'neutral' },
  expired: { zh: '邀请已过期', en: 'The invitation has expired', tone: 'neutral' },
};

/** Public page of an invitation at `/visit/{code}`; with the host's code it also takes the host's decision. */
export default function InvitationPage({ code }: { code: string }) {
  const t = useText();
  const [found, missing, ask] = useByCode<Wire>('/api/visit/getInvitation', code);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    document.title = t({ zh: '访客邀请 · 泊云', en: 'Invitation · Boyun' });
  }, [t]);

  const answer = async (act: 'approve' | 'reject') => {
    setBusy(true);
    try {
      await post('/api/visit/answer', { Code: code, Act: act }, { isQuiet: true });
      setProblem(null);
      await ask();
    } catch (error) {
      setProblem(refusalText(error));
    } finally {
      setBusy(false);
    }
  };

  if (!found)
    return (
      <DriverPage>
        <DriverPlaceholder problem={missing} />
      </DriverPage>
    );
  const zone = String(found.TimeZone);
  const until = new Date(String(found.ValidUntil));
  const isRunning = ['invited', 'pending', 'approved'].includes(String(found.State));
  const isOver = isRunning && until.getTime() <= now().getTime();
  const state = STATES[isOver ? 'expired' : String(found.State)]!;
  const isVisitor = found.IsHost !== 1;
  const mayState = isVisitor && !isOver && (found.State === 'invited' || found.State === 'pending');
  const facts: [{ zh: string; en: string }, string | null][] = [
    [{ zh: '访客', en: 'Visitor' }, found.VisitorName as string | null],
    [{ zh: '被访人', en: 'Host' }, found.HostName as string],
    [{ zh: '到访地点', en: 'Place' }, found.Place as string | null],
    [{ zh: '车场地址', en: 'Address' }, found.Address as string | null],
    [{ zh: '开始', en: 'From' }, timeText(new Date(String(found.ValidFrom)), 'minute', zone)],
    [{ zh: '结束', en: 'Until' }, timeText(until, 'minute', zone)],
    [
      { zh: '停车', en: 'Parking' },
      found.FreeMinutes === null
        ? t({ zh: '有效期内免费', en: 'Free within this time' })
        : t({ zh: '免费{n}分钟', en: '{n} minutes free' }, { n: found.FreeMinutes as number }),
    ],
    [
      { zh: '可入场', en: 'May come' },
      found.Repeats === 'once' ? t({ zh: '一次', en: 'Once' }) : t({ zh: '多次', en: 'As often as needed' }),
    ],
  ];
  return (
    <DriverPage feedbackCode={code}>
      <section className="driver-card">
        {found.Plate && <PlateChip plate={String(found.Plate)} />}
        <p className="driver-lot">{found.LotNames}</p>
        <p className={`visit-state by-tone-${state.tone}`} role="status">
          {t(state)}
        </p>
        <DriverFacts facts={facts} />
        {mayState && <PlateForm code={code} plate={String(found.Plate ?? '')} onDone={ask} />}
        <DriverProblem words={problem ?? missing} />
        {found.IsHost === 1 && found.State === 'pending' && !isOver && (
          <div className="driver-form visit-answer">
            <button type="button" disabled={isBusy} onClick={() => answer('reject')}>
              {t({ zh: '拒绝', en: 'Refuse' })}
            </button>
            <button type="button" className="is-main" disabled={isBusy} onClick={() => answer('approve')}>
              {t({ zh: '同意到访', en: 'Agree' })}
            </button>
          </div>
        )}
      </section>
    </DriverPage>
  );
}

/** Form for the visitor's plate; editable until the visit is decided. */
function PlateForm({ code, plate, onDone }: { code: string; plate: string; onDone: () => Promise<void> }) {
  const t = useText();
  const [text, setText] = useState(plate);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      const values = { Code: code, Plate: text, ...(name.trim() ? { VisitorName: name.trim() } : {}) };
      await post('/api/visit/register', values, { isQuiet: true });
      setProblem(null);
      await onDone();
    } catch (error) {
      setProblem(refusalText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="driver-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label>
        {t({ zh: '车牌号', en: 'Plate' })}
        <input
          value={text}
          maxLength={16}
          autoComplete="off"
          placeholder={t({ zh: '如 粤B12345', en: 'Like 粤B12345' })}
          aria-invalid={problem !== null}
          onChange={(event) => setText(event.target.value.toUpperCase())}
        />
      </label>
      {!plate && (
        <label>
          {t({ zh: '姓名（选填）', en: 'Name (optional)' })}
          <input value={name} maxLength={32} autoComplete="name" onChange={(event) => setName(event.target.value)} />
        </label>
      )}
      <DriverProblem words={problem} />
      <button type="submit" className="is-main" disabled={isBusy || text.trim() === '' || text === plate}>
        {t(plate ? { zh: '更改车牌', en: 'Change the plate' } : { zh: '提交车牌', en: 'Send the plate' })}
      </button>
    </form>
  );
}
