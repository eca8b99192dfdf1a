import { type Access, disabledReason, type Label } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  FieldList,
  moneyText,
  Plate,
  Skeleton,
  StateDot,
  TimeText,
  timeText,
  useText,
} from '@boyun/kernel/web';
import { Hours } from '@boyun/lists/web';
import { PendingBanner, usePendingReason } from '@boyun/reviews/web';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  changePackPlates,
  getPack,
  type Pack,
  PackAct,
  PackMethod,
  PackState,
  pack,
  packTransitions,
  pausePack,
  renewPack,
} from './pack.contract.ts';
import { DIALOG_TITLES, type FoundPack, isDangerous, PackDialog, type PackDialogAct } from './pack-dialog.view.tsx';
import { cancelPack, refundPack } from './pack-return.contract.ts';
import { packReviews } from './pack-review.contract.ts';

const ACCESS: Readonly<Record<PackDialogAct, Access>> = {
  'change-plates': changePackPlates.access,
  pause: pausePack.access,
  resume: pausePack.access,
  cancel: cancelPack.access,
  refund: refundPack.access,
};

/** The fields of the detail; both ends of the hours are shown as one. */
const DETAIL_FIELDS = {
  ...pack.allFields,
  ...getPack.output,
  dailyFrom: { ...pack.allFields.dailyFrom!, label: { zh: '有效时段', en: 'Hours' } },
};
/** What applies to a pack until a request about it is decided. */
const EFFECTS: Readonly<Record<string, Label>> = {
  [packReviews.sale.name]: {
    zh: '办理申请正在审核，通过后生效',
    en: 'The sale is under review; the pack takes effect once approved',
  },
  [packReviews.cancel.name]: {
    zh: '注销申请正在审核，审核前月卡照常有效',
    en: 'The cancellation is under review; until then the pack stays in effect',
  },
  [packReviews.refund.name]: {
    zh: '退款申请正在审核，审核前月卡照常有效',
    en: 'The refund is under review; until then the pack stays in effect',
  },
};

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
  const [asked, setAsked] = useState<PackDialogAct | null>(null);
  const found = useQuery({
    queryKey: ['list', 'pack', 'detail', row.id, row.version],
    queryFn: ({ signal }) => call(getPack, { packId: row.id }, { signal }),
  }).data;
  return (
    <div className="pack-detail">
      <p className="pack-head">
        <StateDot tone={PackState[row.state].tone} label={PackState[row.state]} />
        {row.plates.split(' ').map((plate) => (
          <Plate key={plate} text={plate} />
        ))}
      </p>
      <PendingBanner subjectId={row.id} effects={EFFECTS} />
      <Acts row={row} onRenew={onRenew} onAsk={setAsked} />
      <FieldList
        fields={DETAIL_FIELDS}
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
      {asked && found && (
        <PackDialog row={row} act={asked} found={found} onClose={() => setAsked(null)} onDone={onChanged} />
      )}
    </div>
  );
}

/** Buttons of a pack's acts. */
function Acts({ row, onRenew, onAsk }: { row: Pack; onRenew: () => void; onAsk: (act: PackDialogAct) => void }) {
  const t = useText();
  const ending = usePendingReason(row.id, packReviews.cancel.name, packReviews.refund.name);
  const renewing = usePendingReason(row.id, packReviews.discount.name);
  // Only one of pause and resume applies to a state, so only that one is shown.
  const hidden = row.state === 'paused' ? 'pause' : 'resume';
  const acts = (Object.keys(DIALOG_TITLES) as PackDialogAct[]).filter((act) => act !== hidden);
  return (
    <div className="pack-acts">
      <ActButton
        access={renewPack.access}
        type="primary"
        disabledReason={disabledReason(packTransitions, 'renew', row.state) ?? ending ?? renewing}
        onAct={onRenew}
      >
        {t({ zh: '续费', en: 'Renew' })}
      </ActButton>
      {acts.map((act) => (
        <ActButton
          key={act}
          access={ACCESS[act]}
          danger={isDangerous(act)}
          disabledReason={disabledReason(packTransitions, act, row.state) ?? ending}
          onAct={() => onAsk(act)}
        >
          {t(DIALOG_TITLES[act])}
        </ActButton>
      ))}
    </div>
  );
}

function History({ found }: { found: FoundPack }) {
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
