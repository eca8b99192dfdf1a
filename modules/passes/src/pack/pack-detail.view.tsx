import { disabledReason, type Label } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  FieldInput,
  FieldList,
  Modal,
  moneyText,
  notify,
  Plate,
  refreshLists,
  SENT_FOR_REVIEW,
  Skeleton,
  StateDot,
  TimeText,
  timeText,
  useText,
} from '@boyun/kernel/web';
import { Hours } from '@boyun/lists/web';
import type { HandChannel } from '@boyun/money/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import {
  changePackPlates,
  getPack,
  PackAct,
  PackMethod,
  PackReturnKind,
  PackState,
  pack,
  packTransitions,
  pausePack,
  renewPack,
} from './pack.contract.ts';
import type { Pack } from './pack.page.tsx';
import { cancelPack, refundPack } from './pack-return.contract.ts';

type Asked = 'change-plates' | 'pause' | 'resume' | 'cancel' | 'refund';
type Found = Awaited<ReturnType<typeof call<typeof getPack>>>;

const WORDS: Readonly<Record<Asked, Label>> = {
  'change-plates': { zh: '变更车牌', en: 'Change plates' },
  pause: { zh: '暂停', en: 'Pause' },
  resume: { zh: '恢复', en: 'Resume' },
  cancel: { zh: '注销', en: 'Cancel the pack' },
  refund: { zh: '退款', en: 'Refund' },
};
const ACCESS = {
  'change-plates': changePackPlates.access,
  pause: pausePack.access,
  resume: pausePack.access,
  cancel: cancelPack.access,
  refund: refundPack.access,
} as const;
const DANGEROUS: readonly Asked[] = ['cancel', 'refund'];

/** Detail of a pack: fields, operations and history. */
export default function PackDetail({
  row,
  onRenew,
  onChanged,
}: {
  row: Pack;
  onRenew: () => void;
  onChanged: () => Promise<unknown>;
}) {
  const t = useText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const found = useQuery({
    queryKey: ['list', 'pack', 'detail', row.id, row.version],
    queryFn: ({ signal }) => call(getPack, { packId: row.id }, { signal }),
  }).data;
  // Only one of pause and resume applies to a state, so only that one is shown.
  const isPaused = row.state === 'paused';
  const acts = (Object.keys(WORDS) as Asked[]).filter((act) => act !== (isPaused ? 'pause' : 'resume'));
  return (
    <div className="pack-detail">
      <p className="pack-head">
        <StateDot tone={PackState[row.state].tone} label={PackState[row.state]} />
        {row.plates.split(' ').map((plate) => (
          <Plate key={plate} text={plate} />
        ))}
      </p>
      <Reviews row={row} found={found} />
      <div className="pack-acts">
        <ActButton
          access={renewPack.access}
          type="primary"
          disabledReason={disabledReason(packTransitions, 'renew', row.state)}
          onAct={onRenew}
        >
          {t({ zh: '续费', en: 'Renew' })}
        </ActButton>
        {acts.map((act) => (
          <ActButton
            key={act}
            access={ACCESS[act]}
            danger={DANGEROUS.includes(act)}
            disabledReason={disabledReason(packTransitions, act, row.state)}
            onAct={() => setAsked(act)}
          >
            {t(WORDS[act])}
          </ActButton>
        ))}
      </div>
      <FieldList
        fields={{ ...pack.allFields, ...getPack.output }}
        keys={[
          'packNo',
          'packRuleId',
          'lotId',
          'lotNames',
          'ownerName',
          'ownerPhone',
          'validFrom',
          'validUntil',
          'dailyFrom',
          'carsPerPack',
          'paidFen',
          ...(row.refundedFen > 0 ? (['refundedFen'] as const) : []),
          'pausedAt',
          'endedAt',
          'remark',
        ]}
        row={{ ...row, lotNames: found?.lotNames ?? t({ zh: '全部车场', en: 'All lots' }) }}
        cells={{ dailyFrom: <Hours row={row} /> }}
      />
      <h3 className="pack-title">{t({ zh: '办理记录', en: 'History' })}</h3>
      {found ? <History found={found} /> : <Skeleton />}
      {asked && found && <Ask row={row} act={asked} found={found} onClose={() => setAsked(null)} onDone={onChanged} />}
    </div>
  );
}

/** Notes on what waits for approval: the sale itself, or a change of the pack. */
function Reviews({ row, found }: { row: Pack; found: Found | undefined }) {
  const t = useText();
  return (
    <>
      {row.state === 'pending' && (
        <UnderReview>
          {t({
            zh: '办理申请正在审核，通过后生效',
            en: 'The sale is under review; the pack takes effect once approved',
          })}
        </UnderReview>
      )}
      {found?.pending && (
        <UnderReview>
          {t(
            {
              zh: '{kind}申请正在审核，审核前月卡照常有效',
              en: '{kind} is under review; until then the pack stays in effect',
            },
            { kind: t(PackReturnKind[found.pending]) },
          )}
        </UnderReview>
      )}
    </>
  );
}

/** Note that an approval is pending, with a link to the reviews. */
function UnderReview({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <p className="pack-review">
      {children} <Link to="/_cloud_operation/review">{t({ zh: '查看审核', en: 'See the reviews' })}</Link>
    </p>
  );
}

function History({ found }: { found: Found }) {
  const t = useText();
  return (
    <ol className="pack-history">
      {found.history.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a history only grows at its head and is replaced as a whole
        <li key={index}>
          <b>{t(PackAct[one.act])}</b>
          <span className="by-faint">
            <TimeText at={one.at} /> · {one.actorName}
          </span>
          <span>
            {[
              one.amountFen > 0 && `¥${moneyText(one.amountFen)}${one.method ? ` ${t(PackMethod[one.method])}` : ''}`,
              one.plates.join(' '),
              one.validUntil &&
                t({ zh: '有效期至 {at}', en: 'until {at}' }, { at: timeText(one.validUntil, 'minute') }),
              one.note,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Dialog for an act: new plates or a reason; a cancellation shows the remaining value, a refund its computation. */
function Ask({
  row,
  act,
  found,
  onClose,
  onDone,
}: {
  row: Pack;
  act: Asked;
  found: Found;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}) {
  const t = useText();
  const [note, setNote] = useState('');
  const [plates, setPlates] = useState(row.plates.split(' '));
  const [amountFen, setAmountFen] = useState<number | null>(found.refundFen);
  const [method, setMethod] = useState<HandChannel>(found.originMethod ?? 'cash');
  const whyNotYet =
    act === 'refund' && (amountFen === null || amountFen < 1 || amountFen > found.refundFen)
      ? { zh: '退款金额须大于0且不超过折算金额', en: 'Enter an amount above 0, at most the remaining value' }
      : note.trim().length < 2
        ? { zh: '请填写原因，至少2个字', en: 'Give a reason of at least 2 characters' }
        : null;
  const go = async () => {
    const packId = row.id;
    const reason = note.trim();
    if (act === 'change-plates') await call(changePackPlates, { packId, plates, note: reason });
    else if (act === 'pause' || act === 'resume') await call(pausePack, { packId, act, note: reason });
    else {
      const { isPending } =
        act === 'cancel'
          ? await call(cancelPack, { packId, note: reason })
          : await call(refundPack, { packId, amountFen: amountFen!, method, note: reason });
      if (isPending) await refreshLists('review');
      notify('good', isPending ? SENT_FOR_REVIEW : { zh: '已生效', en: 'Done' });
      onClose();
      return onDone();
    }
    notify('good', { zh: '已处理', en: 'Done' });
    onClose();
    await onDone();
  };
  return (
    <Modal
      open
      width={act === 'refund' || act === 'cancel' ? 540 : 460}
      title={t(WORDS[act])}
      onCancel={onClose}
      footer={
        <div className="pack-foot">
          <Button onClick={onClose}>{t({ zh: '取消', en: 'Cancel' })}</Button>
          <ActButton key="yes" type="primary" danger={DANGEROUS.includes(act)} disabledReason={whyNotYet} onAct={go}>
            {t({ zh: '确定', en: 'OK' })}
          </ActButton>
        </div>
      }
    >
      {(act === 'cancel' || act === 'refund') && <Worth row={row} found={found} />}
      {act === 'cancel' && found.refundFen > 0 && (
        <p className="by-hint">
          {t({
            zh: '注销不退款；需要退款请选择“退款”，退款后月卡同时终止。',
            en: 'Cancelling refunds nothing. To refund money choose "Refund", which also ends the pack.',
          })}
        </p>
      )}
      {act === 'refund' && (
        <div className="pack-refund">
          <label htmlFor="pack-refund-amount">{t(refundPack.input.amountFen.label)}</label>
          <FieldInput
            id="pack-refund-amount"
            field={refundPack.input.amountFen}
            fieldKey="amountFen"
            value={amountFen}
            onChange={(next) => setAmountFen(next as number | null)}
          />
          <label htmlFor="pack-refund-method">{t(refundPack.input.method.label)}</label>
          <FieldInput
            id="pack-refund-method"
            field={refundPack.input.method}
            fieldKey="method"
            value={method}
            onChange={(next) => setMethod((next ?? 'cash') as HandChannel)}
          />
        </div>
      )}
      {act === 'pause' && (
        <p className="by-hint">
          {t({
            zh: '暂停期间车辆按临时车收费；恢复后有效期顺延。',
            en: 'While the pack is paused its cars pay. Its remaining time continues when it resumes.',
          })}
        </p>
      )}
      {act === 'change-plates' && (
        <Select
          className="by-wide pack-select"
          mode="tags"
          aria-label={t({ zh: '车牌', en: 'Plates' })}
          value={plates}
          tokenSeparators={[' ', ',', '，']}
          open={false}
          onChange={setPlates}
        />
      )}
      <Input.TextArea
        autoFocus
        rows={3}
        maxLength={255}
        value={note}
        aria-label={t({ zh: '原因', en: 'Reason' })}
        placeholder={t({ zh: '原因', en: 'Reason' })}
        onChange={(event) => setNote(event.target.value)}
      />
    </Modal>
  );
}

/** Remaining value of a pack by time: each paid term, its unused days, and the sum. */
function Worth({ row, found }: { row: Pack; found: Found }) {
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
