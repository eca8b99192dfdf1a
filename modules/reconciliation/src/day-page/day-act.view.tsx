import { disabledReason } from '@boyun/kernel/contract';
import { ActButton, call, listLink, notify, OperationDialog, StateDot, TimeText, useText } from '@boyun/kernel/web';
import { notifyAnswer } from '@boyun/orders/web';
import { PendingBanner, usePendingReason } from '@boyun/reviews/web';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  channelDayList,
  closeDay,
  DayState,
  dayTransitions,
  fetchBill,
  Planted,
  plantInBill,
  reopenDay,
} from '../channel-day/channel-day.contract.ts';
import { reconciliationReviews } from '../difference/difference-review.contract.ts';
import { refreshDay, type ShownDay } from './shown-day.view.ts';

/** What a day is about, its state, and the acts upon it. */
export function DayHead({ day }: { day: ShownDay }) {
  const t = useText();
  const navigate = useNavigate();
  return (
    <>
      <section className="by-card-box recon-head">
        <h1>
          {day.sourceName} · <span className="by-figure">{day.day}</span>
          <StateDot tone={DayState[day.state].tone} label={DayState[day.state]} />
        </h1>
        <span className="by-faint by-small">
          <TimeText at={day.startsAt} style="minute" /> – <TimeText at={day.endsAt} style="minute" />
          {day.closedBy && ` · ${t({ zh: '{name}关账', en: 'closed by {name}' }, { name: day.closedBy })}`}
          {day.closeNote && ` · ${day.closeNote}`}
        </span>
        <div className="recon-acts">
          <ActButton
            onAct={() => navigate(listLink('/_cloud_operation/reconciliation', {}))}
            access={channelDayList.access}
          >
            {t({ zh: '返回列表', en: 'Back to the list' })}
          </ActButton>
          <Acts day={day} />
        </div>
      </section>
      <PendingBanner subjectId={day.id} />
    </>
  );
}

function Acts({ day }: { day: ShownDay }) {
  const t = useText();
  const [asked, setAsked] = useState<'close' | 'reopen' | 'plant' | null>(null);
  const pending = usePendingReason(day.id, reconciliationReviews.reopen.name);
  const isProvider = day.channel !== 'qr' && day.channel !== 'transfer';
  const noFetch = disabledReason(dayTransitions, 'fetch', day.state);
  return (
    <>
      {day.isTrial && (
        <ActButton access={plantInBill.access} disabledReason={noFetch} onAct={() => setAsked('plant')}>
          {t(plantInBill.title)}
        </ActButton>
      )}
      {isProvider && (
        <ActButton
          access={fetchBill.access}
          disabledReason={noFetch}
          onAct={async () => {
            await call(fetchBill, { channelDayId: day.id });
            notify('good', { zh: '正在取账单', en: 'The bill is being fetched' });
            await refreshDay();
          }}
        >
          {t(fetchBill.title)}
        </ActButton>
      )}
      {day.state === 'closed' ? (
        <ActButton danger access={reopenDay.access} disabledReason={pending} onAct={() => setAsked('reopen')}>
          {t(reopenDay.title)}
        </ActButton>
      ) : (
        <ActButton
          type="primary"
          access={closeDay.access}
          disabledReason={disabledReason(dayTransitions, 'close', day.state)}
          onAct={() => setAsked('close')}
        >
          {t(closeDay.title)}
        </ActButton>
      )}
      <Dialogs day={day} asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}

const EVERY_KIND = Object.keys(Planted) as (keyof typeof Planted)[];

function Dialogs({
  day,
  asked,
  onClose,
}: {
  day: ShownDay;
  asked: 'close' | 'reopen' | 'plant' | null;
  onClose: () => void;
}) {
  const shared = { given: { channelDayId: day.id }, onClose };
  return (
    <>
      <OperationDialog
        {...shared}
        of={closeDay}
        fields={{ note: closeDay.input.note }}
        isOpen={asked === 'close'}
        hint={{
          zh: '关账后当天只能查看；反关账需要审核',
          en: 'A closed day can only be read; opening it again takes a review',
        }}
        okText={closeDay.title}
        done={{ zh: '已关账', en: 'Closed' }}
        onDone={refreshDay}
      />
      <OperationDialog
        {...shared}
        of={reopenDay}
        fields={{ reason: reopenDay.input.reason }}
        isOpen={asked === 'reopen'}
        isDangerous
        onDone={async (answer) => {
          await notifyAnswer(answer);
          await refreshDay();
        }}
      />
      <OperationDialog
        {...shared}
        of={plantInBill}
        fields={{ kinds: plantInBill.input.kinds }}
        initial={{ kinds: EVERY_KIND }}
        isOpen={asked === 'plant'}
        hint={{
          zh: '模拟支付的账单会带上所选差异，并重新获取；只影响试用租户的模拟账单',
          en: 'The simulated bill gets these differences and is fetched again; simulated bills of trials alone have them',
        }}
        okText={plantInBill.title}
        onDone={refreshDay}
      />
    </>
  );
}
