import type { Label } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  FieldInput,
  Modal,
  moneyText,
  notify,
  refreshLists,
  SENT_FOR_REVIEW,
  timeText,
  useText,
} from '@boyun/kernel/web';
import type { HandChannel } from '@boyun/money/contract';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { changePackPlates, type getPack, type Pack, pausePack } from './pack.contract.ts';
import { cancelPack, refundPack } from './pack-return.contract.ts';

/** An act on a pack that a dialog asks about. */
export type PackDialogAct = 'change-plates' | 'pause' | 'resume' | 'cancel' | 'refund';
/** A pack with its terms and history. */
export type FoundPack = Awaited<ReturnType<typeof call<typeof getPack>>>;

/** Titles of the dialogs, in the order of their buttons. */
export const DIALOG_TITLES: Readonly<Record<PackDialogAct, Label>> = {
  'change-plates': { zh: '变更车牌', en: 'Change plates' },
  pause: { zh: '暂停', en: 'Pause' },
  resume: { zh: '恢复', en: 'Resume' },
  cancel: { zh: '注销', en: 'Cancel the pack' },
  refund: { zh: '退款', en: 'Refund' },
};

/** Whether an act ends the pack. */
export const isDangerous = (act: PackDialogAct) => act === 'cancel' || act === 'refund';

interface Entered {
  readonly note: string;
  readonly plates: string[];
  readonly amountFen: number | null;
  readonly method: HandChannel;
}

function missingIn(act: PackDialogAct, { note, amountFen }: Entered, found: FoundPack): Label | null {
  if (act === 'refund' && (amountFen === null || amountFen < 1 || amountFen > found.refundFen))
    return { zh: '退款金额须大于0且不超过折算金额', en: 'Enter an amount above 0, at most the remaining value' };
  if (note.trim().length < 2) return { zh: '请填写原因，至少2个字', en: 'Give a reason of at least 2 characters' };
  return null;
}

/** Carries out an act; returns whether it waits for approval, or null for an act that never does. */
async function carryOut(
  act: PackDialogAct,
  packId: string,
  { note, plates, amountFen, method }: Entered,
): Promise<boolean | null> {
  const reason = note.trim();
  if (act === 'cancel') return (await call(cancelPack, { packId, note: reason })).isPending;
  if (act === 'refund')
    return (await call(refundPack, { packId, amountFen: amountFen!, method, note: reason })).isPending;
  if (act === 'change-plates') await call(changePackPlates, { packId, plates, note: reason });
  else await call(pausePack, { packId, act, note: reason });
  return null;
}

/** Dialog for an act: new plates or a reason; a cancellation shows the remaining value, a refund its computation. */
export function PackDialog({
  row,
  act,
  found,
  onClose,
  onDone,
}: {
  row: Pack;
  act: PackDialogAct;
  found: FoundPack;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}) {
  const t = useText();
  const [entered, setEntered] = useState<Entered>({
    note: '',
    plates: row.plates.split(' '),
    amountFen: found.refundFen,
    method: found.originMethod ?? 'cash',
  });
  const change = (part: Partial<Entered>) => setEntered((last) => ({ ...last, ...part }));
  const go = async () => {
    const isPending = await carryOut(act, row.id, entered);
    if (isPending) await refreshLists('review');
    if (isPending === null) notify('good', { zh: '已处理', en: 'Done' });
    else notify('good', isPending ? SENT_FOR_REVIEW : { zh: '已生效', en: 'Done' });
    onClose();
    await onDone();
  };
  return (
    <Modal
      open
      width={isDangerous(act) ? 540 : 460}
      title={t(DIALOG_TITLES[act])}
      onCancel={onClose}
      footer={
        <div className="pack-foot">
          <Button onClick={onClose}>{t({ zh: '取消', en: 'Cancel' })}</Button>
          <ActButton
            key="yes"
            type="primary"
            danger={isDangerous(act)}
            disabledReason={missingIn(act, entered, found)}
            onAct={go}
          >
            {t({ zh: '确定', en: 'OK' })}
          </ActButton>
        </div>
      }
    >
      {isDangerous(act) && <Worth row={row} found={found} />}
      <Hint act={act} found={found} />
      {act === 'refund' && <RefundFields entered={entered} onChange={change} />}
      {act === 'change-plates' && (
        <Select
          className="by-wide pack-select"
          mode="tags"
          aria-label={t({ zh: '车牌', en: 'Plates' })}
          value={entered.plates}
          tokenSeparators={[' ', ',', '，']}
          open={false}
          onChange={(plates) => change({ plates })}
        />
      )}
      <Input.TextArea
        autoFocus
        rows={3}
        maxLength={255}
        value={entered.note}
        aria-label={t({ zh: '原因', en: 'Reason' })}
        placeholder={t({ zh: '原因', en: 'Reason' })}
        onChange={(event) => change({ note: event.target.value })}
      />
    </Modal>
  );
}

/** What an act does to the pack's time and money. */
function Hint({ act, found }: { act: PackDialogAct; found: FoundPack }) {
  const t = useText();
  if (act === 'cancel' && found.refundFen > 0)
    return (
      <p className="by-hint">
        {t({
          zh: '注销不退款；需要退款请选择“退款”，退款后月卡同时终止。',
          en: 'Cancelling refunds nothing. To refund money choose "Refund", which also ends the pack.',
        })}
      </p>
    );
  if (act === 'pause')
    return (
      <p className="by-hint">
        {t({
          zh: '暂停期间车辆按临时车收费；恢复后有效期顺延。',
          en: 'While the pack is paused its cars pay. Its remaining time continues when it resumes.',
        })}
      </p>
    );
  return null;
}

function RefundFields({ entered, onChange }: { entered: Entered; onChange: (part: Partial<Entered>) => void }) {
  const t = useText();
  return (
    <div className="pack-refund">
      <label htmlFor="pack-refund-amount">{t(refundPack.input.amountFen.label)}</label>
      <FieldInput
        id="pack-refund-amount"
        field={refundPack.input.amountFen}
        fieldKey="amountFen"
        value={entered.amountFen}
        onChange={(next) => onChange({ amountFen: next as number | null })}
      />
      <label htmlFor="pack-refund-method">{t(refundPack.input.method.label)}</label>
      <FieldInput
        id="pack-refund-method"
        field={refundPack.input.method}
        fieldKey="method"
        value={entered.method}
        onChange={(next) => onChange({ method: (next ?? 'cash') as HandChannel })}
      />
    </div>
  );
}

/** Remaining value of a pack by time: each paid term, its unused days, and the sum. */
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
                { zh: '实收¥{paid} × {left}/{days}天', en: '¥{paid} × {left}/{days} days' },
                { paid: moneyText(one.paidFen), left: one.leftDays, days: one.days },
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
