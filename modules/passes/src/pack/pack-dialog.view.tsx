import type { Label, Output } from '@boyun/kernel/contract';
import {
  call,
  type DialogForm,
  daysText,
  moneyText,
  OperationDialog,
  SENT_FOR_REVIEW,
  type Translate,
  timeText,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { changePackPlates, getPack, type Pack, pausePack } from './pack.contract.ts';
import { cancelPack, refundPack } from './pack-return.contract.ts';

/** The acts upon a pack that ask for a reason. */
export type PackDialogAct = 'change-plates' | 'pause' | 'resume' | 'cancel' | 'refund';
/** A pack as its detail shows it. */
export type FoundPack = Output<typeof getPack>;

/** The buttons of the acts, and the titles of their dialogs. */
export const DIALOG_TITLES: Readonly<Record<PackDialogAct, Label>> = {
  'change-plates': { zh: '变更车牌', en: 'Change plates' },
  pause: { zh: '暂停', en: 'Pause' },
  resume: { zh: '恢复', en: 'Resume' },
  cancel: { zh: '注销', en: 'Cancel the pack' },
  refund: { zh: '退款', en: 'Refund' },
};
/** Whether an act ends the pack. */
export function isDangerous(act: PackDialogAct): boolean {
  return act === 'cancel' || act === 'refund';
}

const NO_REFUND: Label = {
  zh: '注销不退款；需要退款请选择“退款”，退款后月卡同时终止。',
  en: 'Cancelling refunds nothing. To refund money choose "Refund", which also ends the pack.',
};
const PAUSED: Label = {
  zh: '暂停期间车辆按临时车收费；恢复后有效期顺延。',
  en: 'While the pack is paused its cars pay. Its remaining time continues when it resumes.',
};
const NOT_AMOUNT: Label = {
  zh: '退款金额须大于0且不超过折算金额',
  en: 'Enter an amount above 0, at most the remaining value',
};
const DONE: Label = { zh: '已处理', en: 'Done' };
const IN_EFFECT: Label = { zh: '已生效', en: 'Done' };

const { packId: _, ...PLATE_FIELDS } = changePackPlates.input;
const { packId: __, quotedAt: ___, ...REFUND_FIELDS } = refundPack.input;

interface ActProps {
  readonly row: Pack;
  readonly act: PackDialogAct;
  readonly found: FoundPack;
  readonly onClose: () => void;
  readonly onDone: () => Promise<unknown>;
}

/** The dialog of an act: new plates or a reason; a cancellation shows the remaining value, a refund its computation. */
export function PackDialog(props: ActProps) {
  const { row, act } = props;
  const t = useText();
  if (isDangerous(act)) return <EndPack {...props} />;
  const packId = row.id;
  const shared = sharedBy(props, t);
  if (act === 'change-plates')
    return (
      <OperationDialog
        {...shared}
        of={changePackPlates}
        given={{ packId }}
        fields={PLATE_FIELDS}
        initial={{ plates: row.plates.split(' ') }}
        done={DONE}
      />
    );
  return (
    <OperationDialog
      {...shared}
      of={pausePack}
      given={{ packId, act: act === 'pause' ? act : 'resume' }}
      fields={{ note: pausePack.input.note }}
      hint={act === 'pause' ? PAUSED : undefined}
      done={DONE}
    />
  );
}

/** The dialog that ends a pack, with its remaining value: a refund returns it, a cancellation does not. */
function EndPack(props: ActProps) {
  const { row, act, found } = props;
  // The value of a detail that was read long ago no longer holds.
  const quote = useQuery({
    queryKey: ['list', 'pack', 'quote', row.id],
    queryFn: ({ signal }) => call(getPack, { packId: row.id }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const t = useText();
  const given = { packId: row.id };
  const shared = {
    ...sharedBy(props, t),
    width: 600,
    isDangerous: true,
    done: ({ isPending }: { isPending: boolean }) => (isPending ? SENT_FOR_REVIEW : IN_EFFECT),
    refreshes: ['review'],
  };
  if (act === 'cancel')
    return (
      <OperationDialog
        {...shared}
        of={cancelPack}
        given={given}
        fields={{ note: cancelPack.input.note }}
        hint={found.refundFen > 0 ? NO_REFUND : undefined}
      >
        <Worth row={row} found={quote.data ?? found} />
      </OperationDialog>
    );
  const { data } = quote;
  if (!data) return null;
  return (
    <OperationDialog
      {...shared}
      of={refundPack}
      given={{ ...given, quotedAt: data.quotedAt }}
      fields={REFUND_FIELDS}
      initial={{ amountFen: data.refundFen, method: 'origin' }}
      disabledReason={({ amountFen }) =>
        amountFen === null || amountFen < 1 || amountFen > data.refundFen ? NOT_AMOUNT : null
      }
      onSettled={quote.refetch}
    >
      {(form) => <RefundWorth row={row} quote={data} form={form} />}
    </OperationDialog>
  );
}

function sharedBy({ act, onClose, onDone }: ActProps, t: Translate) {
  return { isOpen: true, onClose, onDone, title: t(DIALOG_TITLES[act]), okText: { zh: '确定', en: 'OK' } };
}

/** The computation of a refund; an amount above a value that has fallen since follows it. */
function RefundWorth({ row, quote, form }: { row: Pack; quote: FoundPack; form: DialogForm<typeof REFUND_FIELDS> }) {
  const follow = useEffectEvent((worthFen: number) => {
    if ((form.values.amountFen ?? 0) > worthFen) form.setValues({ amountFen: worthFen });
  });
  useEffect(() => follow(quote.refundFen), [quote.refundFen]);
  return <Worth row={row} found={quote} />;
}

/** Remaining value of a pack by time: each paid term, its unused time to the second, and the sum. */
function Worth({ row, found }: { row: Pack; found: FoundPack }) {
  const t = useText();
  return (
    <section className="pack-worth">
      <ul>
        {found.terms.map((one) => (
          <li key={one.from.getTime()}>
            <span className="by-figure">
              {timeText(one.from, 'minute').slice(0, 10)} – {timeText(one.to, 'minute').slice(0, 10)}
            </span>
            <span className="by-faint">
              {t(
                { zh: '实收¥{paid} × {left} ÷ {days}', en: '¥{paid} × {left} ÷ {days}' },
                { paid: moneyText(one.paidFen), left: daysText(one.leftSeconds), days: daysText(one.seconds) },
              )}
            </span>
            <span className="by-figure">¥{moneyText(one.worthFen)}</span>
          </li>
        ))}
      </ul>
      <p>
        {t({ zh: '剩余 {days} 天，按时间折算应退', en: '{days} days left; value by time' }, { days: found.unusedDays })}
        <b className="by-figure">¥{moneyText(found.refundFen)}</b>
      </p>
      {row.pausedAt && (
        <p className="by-hint">{t({ zh: '暂停期间不计使用', en: 'Paused time does not count as used' })}</p>
      )}
    </section>
  );
}
