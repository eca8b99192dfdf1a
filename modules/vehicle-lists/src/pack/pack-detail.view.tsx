import { type Label, whyNot } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  FieldList,
  Modal,
  moneyText,
  Plate,
  Skeleton,
  StateDot,
  TimeText,
  tell,
  timeText,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { Hours } from '../standing/list-cell.view.tsx';
import {
  cancelPack,
  changePackPlates,
  decidePack,
  getPack,
  PackAct,
  PackMethod,
  PackState,
  pack,
  packTransitions,
  pausePack,
  renewPack,
} from './pack.contract.ts';
import type { Pack } from './pack.page.tsx';

type Asked = 'change-plates' | 'pause' | 'resume' | 'approve' | 'reject' | 'cancel';

const WORDS: Readonly<Record<Asked, Label>> = {
  'change-plates': { zh: '变更车牌', en: 'Change plates' },
  pause: { zh: '暂停', en: 'Pause' },
  resume: { zh: '恢复', en: 'Resume' },
  approve: { zh: '审核通过', en: 'Approve' },
  reject: { zh: '审核拒绝', en: 'Reject' },
  cancel: { zh: '注销', en: 'Cancel the pack' },
};
const ACCESS = {
  'change-plates': changePackPlates.access,
  pause: pausePack.access,
  resume: pausePack.access,
  approve: decidePack.access,
  reject: decidePack.access,
  cancel: cancelPack.access,
} as const;
const DANGEROUS: readonly Asked[] = ['reject', 'cancel'];

/** One pack: its facts, what can be done with it, its history. */
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
  const offered = (Object.keys(WORDS) as Asked[]).filter((act) => whyNot(packTransitions, act, row.state) === null);
  return (
    <div className="pack-detail">
      <p className="pack-head">
        <StateDot tone={PackState[row.state].tone} label={PackState[row.state]} />
        {row.plates.split(' ').map((plate) => (
          <Plate key={plate} text={plate} />
        ))}
      </p>
      <div className="pack-acts">
        <ActButton
          access={renewPack.access}
          type="primary"
          whyNot={whyNot(packTransitions, 'renew', row.state)}
          onAct={onRenew}
        >
          {t({ zh: '续费', en: 'Renew' })}
        </ActButton>
        {offered.map((act) => (
          <ActButton key={act} access={ACCESS[act]} danger={DANGEROUS.includes(act)} onAct={() => setAsked(act)}>
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
          'pausedAt',
          'endedAt',
          'remark',
        ]}
        row={{ ...row, lotNames: found?.lotNames ?? t({ zh: '全部车场', en: 'All lots' }) }}
        cells={{ dailyFrom: <Hours row={row} /> }}
      />
      <h3 className="pack-title">{t({ zh: '办理记录', en: 'History' })}</h3>
      {found ? <History found={found} /> : <Skeleton />}
      {asked && found && (
        <Ask
          row={row}
          act={asked}
          refundFen={found.refundFen}
          unusedDays={found.unusedDays}
          onClose={() => setAsked(null)}
          onDone={onChanged}
        />
      )}
    </div>
  );
}

function History({ found }: { found: Awaited<ReturnType<typeof call<typeof getPack>>> }) {
  const t = useText();
  return (
    <ol className="pack-history">
      {found.history.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a history only grows at its head, and is read as a whole
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

/** Asks what an act needs: the new plates, a reason; a cancellation tells what the pack is worth. */
function Ask({
  row,
  act,
  refundFen,
  unusedDays,
  onClose,
  onDone,
}: {
  row: Pack;
  act: Asked;
  refundFen: number;
  unusedDays: number;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}) {
  const t = useText();
  const [note, setNote] = useState('');
  const [plates, setPlates] = useState(row.plates.split(' '));
  const isTooShort = note.trim().length < 2 && act !== 'approve';
  const go = async () => {
    const packId = row.id;
    const reason = note.trim();
    if (act === 'change-plates') await call(changePackPlates, { packId, plates, note: reason });
    else if (act === 'pause' || act === 'resume') await call(pausePack, { packId, act, note: reason });
    else if (act === 'cancel') await call(cancelPack, { packId, note: reason });
    else await call(decidePack, { packId, act, note: reason || null });
    tell('good', { zh: '已处理', en: 'Done' });
    onClose();
    await onDone();
  };
  return (
    <Modal
      open
      width={460}
      title={t(WORDS[act])}
      onCancel={onClose}
      footer={[
        <Button key="no" onClick={onClose}>
          {t({ zh: '取消', en: 'Cancel' })}
        </Button>,
        <ActButton
          key="yes"
          type="primary"
          danger={DANGEROUS.includes(act)}
          whyNot={isTooShort ? { zh: '请填写原因，至少2个字', en: 'Give a reason of at least 2 characters' } : null}
          onAct={go}
        >
          {t({ zh: '确定', en: 'OK' })}
        </ActButton>,
      ]}
    >
      {act === 'cancel' && (
        <p className="pack-worth">
          {t({ zh: '剩余 {days} 天，按时间折算应退', en: '{days} days left, worth by time' }, { days: unusedDays })}
          <b className="by-figure">¥{moneyText(refundFen)}</b>
        </p>
      )}
      {act === 'pause' && (
        <p className="by-hint">
          {t({
            zh: '暂停期间车辆按临时车收费；恢复后有效期顺延。',
            en: 'While it is paused the cars pay; what is left runs on when it resumes.',
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
