import type { Output } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  Drawer,
  ErrorState,
  notify,
  RecordForm,
  Skeleton,
  StateDot,
  type Translate,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { quietFields, saveQuietHours } from '../quiet/quiet.contract.ts';
import { getReminders, reminderFields, saveReminder } from './reminder.contract.ts';

type Answer = Output<typeof getReminders>;
type Reminder = Answer['reminders'][number];
type Edited = Reminder | 'quiet' | null;

const daysEn = (n: number) => (n === 1 ? '1 day' : `${n} days`);

/** When a reminder is sent, and how often. */
function whenText(t: Translate, { side, lead, days, isRepeated, everyDays, mostTimes }: Reminder): string {
  const begins = {
    before: { zh: `提前${days}天`, en: `${daysEn(days)} before` },
    after: { zh: `满${days}天时`, en: `After ${daysEn(days)}` },
    own: { zh: lead ?? '', en: lead ?? '' },
  }[side];
  const repeats =
    isRepeated && mostTimes > 1
      ? {
          zh: `之后每${everyDays}天一次，最多${mostTimes}次`,
          en: `then every ${daysEn(everyDays)}, ${mostTimes} times at most`,
        }
      : { zh: '一次', en: 'once' };
  return t({ zh: `${begins.zh}，${repeats.zh}`, en: `${begins.en}, ${repeats.en}` });
}

/** Whom a reminder reaches without a push rule. */
function whomText(t: Translate, { owner, isToOwner, hasStaff, isToStaff, kind }: Reminder): string {
  const all = [
    owner !== 'never' && isToOwner && t({ zh: '车主（短信）', en: 'The owner, by SMS' }),
    hasStaff && isToStaff && t({ zh: '负责人（站内消息）', en: 'Those in charge, by message' }),
    kind === 'review-waiting' && t({ zh: '可审批的人（站内消息）', en: 'Those who can decide, by message' }),
  ].filter(Boolean);
  return all.length > 0 ? all.join(t({ zh: '、', en: '; ' })) : t({ zh: '只按推送规则发送', en: 'By push rules only' });
}

/** The form of a reminder: what a kind does not have is left out. */
function formOf({ side, isRepeated, owner, hasStaff }: Reminder) {
  const label =
    side === 'before' ? { zh: '提前（天）', en: 'Before (days)' } : { zh: '多少天后（天）', en: 'After (days)' };
  return {
    fields: { ...reminderFields, days: { ...reminderFields.days, label } },
    parts: {
      ...(side === 'own' ? { days: null } : {}),
      ...(isRepeated ? {} : { everyDays: null, mostTimes: null }),
      ...(owner === 'optional' ? {} : { isToOwner: null }),
      ...(hasStaff ? {} : { isToStaff: null }),
    },
  };
}

/** What the product reminds of by itself, and the hours in which it does not. */
export function Reminders() {
  const t = useText();
  const [edited, setEdited] = useState<Edited>(null);
  const asked = useQuery({
    queryKey: ['push-reminders'],
    queryFn: () => call(getReminders, {}, { isQuiet: true }),
  });
  if (asked.isPending) return <Skeleton lines={10} />;
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  const { quiet, reminders } = asked.data;
  const close = () => setEdited(null);
  const onSaved = async () => {
    notify('good', { zh: '保存成功', en: 'Saved' });
    setEdited(null);
    await asked.refetch();
  };
  return (
    <>
      <QuietCard quiet={quiet} onEdit={() => setEdited('quiet')} />
      <ul className="by-card-box push-templates">
        {reminders.map((one) => (
          <ReminderRow key={one.kind} reminder={one} onEdit={() => setEdited(one)} />
        ))}
      </ul>
      <Drawer
        isOpen={edited !== null}
        title={edited === 'quiet' ? t(saveQuietHours.title) : edited?.title}
        width={480}
        onClose={close}
      >
        {edited === 'quiet' && (
          <RecordForm
            fields={quietFields}
            initial={quiet}
            onCancel={close}
            onSubmit={async (values) => {
              await call(saveQuietHours, { ...values, version: quiet.version });
              await onSaved();
            }}
          />
        )}
        {edited && edited !== 'quiet' && (
          <RecordForm
            columns={1}
            {...formOf(edited)}
            initial={edited}
            footNote={() => t(FOOT_NOTE)}
            onCancel={close}
            onSubmit={async (values) => {
              await call(saveReminder, { ...values, kind: edited.kind, version: edited.version });
              await onSaved();
            }}
          />
        )}
      </Drawer>
    </>
  );
}

const FOOT_NOTE = {
  zh: '文字在“推送模板”中修改；要通知更多人或使用邮件、事件推送，请为该事件添加推送规则。',
  en: 'The text is under Templates. To notify further people, or by mail or webhook, add a push rule for the event.',
};

function QuietCard({ quiet, onEdit }: { quiet: Answer['quiet']; onEdit: () => void }) {
  const t = useText();
  return (
    <section className="by-card-box push-quiet">
      <div>
        <b>{t(saveQuietHours.title)}</b>{' '}
        <span className="by-figure">
          {quiet.quietFrom ? `${quiet.quietFrom}–${quiet.quietTo}` : t({ zh: '未设置', en: 'None' })}
        </span>
        <p className="by-faint">
          {t({
            zh: '时段内不发提醒；推送规则的短信和邮件推迟到时段结束（规则可另设不遵守）。站内消息照常。',
            en: 'No reminders within; SMS and mails of push rules wait for their end, unless a rule says otherwise. Messages do not wait.',
          })}
        </p>
      </div>
      <ActButton type="link" size="small" access={saveQuietHours.access} onAct={onEdit}>
        {t({ zh: '编辑', en: 'Edit' })}
      </ActButton>
    </section>
  );
}

function ReminderRow({ reminder, onEdit }: { reminder: Reminder; onEdit: () => void }) {
  const t = useText();
  const { title, isActive, hint, obstacle, openCount } = reminder;
  return (
    <li>
      <div>
        <b>{title}</b>
        <div>
          <StateDot
            tone={isActive ? 'good' : 'neutral'}
            label={isActive ? { zh: '已启用', en: 'Active' } : { zh: '未启用', en: 'Off' }}
          />
        </div>
      </div>
      <div>
        <span className="by-strong">{whenText(t, reminder)}</span>
        <p>{whomText(t, reminder)}</p>
        <p className="by-faint">{hint}</p>
        {obstacle && <p className="by-tone-warn">{obstacle}</p>}
        {openCount > 0 && (
          <p className="by-faint">
            {t({ zh: '已提醒、尚未了结：{n}', en: 'Reminded and still open: {n}' }, { n: openCount })}
          </p>
        )}
      </div>
      <ActButton type="link" size="small" access={saveReminder.access} onAct={onEdit}>
        {t({ zh: '编辑', en: 'Edit' })}
      </ActButton>
    </li>
  );
}
