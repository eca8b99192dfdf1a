import { type DialogForm, moneyText, OperationDialog, Plate, TimeText, useText } from '@boyun/kernel/web';
import { notifyAnswer } from '@boyun/orders/web';
import { Radio } from 'antd';
import { postLost, refundLost, writeOff } from '../difference/difference.contract.ts';
import { refreshDay, type ShownDifference } from './shown-day.view.ts';

const HINTS = {
  post: {
    zh: '把渠道已收、系统未入账的款项补记入账，计入账单所在的那一天',
    en: 'Books what the channel collected and we have not, for the day of the bill',
  },
  refund: {
    zh: '补记后由渠道原路退回付款人',
    en: 'It is booked, and the channel gives it back to its payer',
  },
  'write-off': {
    zh: '差额记入“对账核销”，两边的记录保持不变',
    en: 'The gap is booked as written off; both records stay as they are',
  },
} as const;

interface ActProps {
  readonly difference: ShownDifference;
  readonly onClose: () => void;
}

/** The dialog of an act that moves money, after approval where the flow requires one. */
export function MoneyAct({ act, ...props }: ActProps & { act: 'post' | 'refund' | 'write-off' }) {
  if (act === 'post') return <PostForm {...props} />;
  return act === 'refund' ? <RefundForm {...props} /> : <WriteOffForm {...props} />;
}

const answered = async (answer: Parameters<typeof notifyAnswer>[0]) => {
  await notifyAnswer(answer);
  await refreshDay();
};

const { differenceId: _, ...POST } = postLost.input;
const { billId: __, ...WITHOUT_BILL } = POST;
const { reason } = POST;

function PostForm({ difference, onClose }: ActProps) {
  const given = { differenceId: difference.id };
  const shared = { of: postLost, isOpen: true, onClose, hint: HINTS.post, onDone: answered, width: 560 } as const;
  if (difference.recordId)
    return <OperationDialog {...shared} fields={{ reason }} given={{ ...given, billId: null, lotId: null }} />;
  if (difference.candidates.length === 0)
    return <OperationDialog {...shared} fields={WITHOUT_BILL} given={{ ...given, billId: null }} />;
  return (
    <OperationDialog
      {...shared}
      fields={POST}
      given={given}
      parts={(values) => ({ billId: null, ...(values.billId ? { lotId: null } : {}) })}
      initial={{ billId: difference.candidates.find((one) => one.dueFen === difference.theirsFen)?.billId ?? null }}
    >
      {(form) => <Candidates difference={difference} form={form} />}
    </OperationDialog>
  );
}

/** The orders that the money may be for. */
function Candidates({ difference, form }: { difference: ShownDifference; form: DialogForm<typeof POST> }) {
  const t = useText();
  const choose = (billId: string | null) => form.setValues({ billId });
  return (
    <fieldset className="recon-candidates">
      <legend className="by-small by-faint">{t({ zh: '可能对应的欠费订单', en: 'Orders that it may be for' })}</legend>
      {difference.candidates.map((one) => (
        <Radio key={one.billId} checked={form.values.billId === one.billId} onChange={() => choose(one.billId)}>
          <Plate text={one.plate} />
          <span className="by-small">
            {one.lotName} {one.leftAt && <TimeText at={one.leftAt} style="minute" />}
          </span>
          <b className={`by-figure ${one.dueFen === difference.theirsFen ? 'by-tone-good' : ''}`}>
            {moneyText(one.dueFen)}
          </b>
        </Radio>
      ))}
      <Radio checked={!form.values.billId} onChange={() => choose(null)}>
        <span>{t({ zh: '都不是', en: 'None of them' })}</span>
        <span className="by-small by-faint">
          {t({ zh: '记为应退给付款人的不明来款', en: 'Booked as money owed to an unknown payer' })}
        </span>
      </Radio>
    </fieldset>
  );
}

function RefundForm({ difference, onClose }: ActProps) {
  const given = { differenceId: difference.id };
  const shared = {
    of: refundLost,
    isOpen: true,
    isDangerous: true,
    onClose,
    hint: HINTS.refund,
    onDone: answered,
  } as const;
  const { lotId } = refundLost.input;
  if (difference.recordId)
    return (
      <OperationDialog {...shared} fields={{ reason: refundLost.input.reason }} given={{ ...given, lotId: null }} />
    );
  return <OperationDialog {...shared} fields={{ lotId, reason: refundLost.input.reason }} given={given} />;
}

function WriteOffForm({ difference, onClose }: ActProps) {
  const t = useText();
  return (
    <OperationDialog
      of={writeOff}
      fields={{ reason: writeOff.input.reason }}
      given={{ differenceId: difference.id }}
      isOpen
      isDangerous
      hint={HINTS['write-off']}
      onClose={onClose}
      onDone={answered}
    >
      <p>
        {t({ zh: '核销差额', en: 'Gap to be written off' })} <b className="by-figure">{moneyText(difference.gapFen)}</b>
      </p>
    </OperationDialog>
  );
}
