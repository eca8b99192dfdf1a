import './share.css';
import { disabledReason, type Listed } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  can,
  choicesOf,
  FilterSwitch,
  Money,
  notify,
  OperationDialog,
  ResourcePage,
  refreshLists,
  SENT_FOR_REVIEW,
  useAddressWord,
  useText,
} from '@boyun/kernel/web';
import { PendingBanner, usePendingReason } from '@boyun/reviews/web';
import { Segmented } from 'antd';
import { Plus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import {
  changeOffer,
  decideOffer,
  endOffer,
  exceptOffer,
  OfferState,
  offerSpot,
  offerTransitions,
  pauseOffer,
  resumeOffer,
  sharedOffer,
} from '../offer/shared-offer.contract.ts';
import { shareReviews } from '../offer/shared-offer-review.contract.ts';
import { spotOwner } from '../owner/spot-owner.contract.ts';
import { shareRule } from '../rule/share-rule.contract.ts';
import { OfferWeek } from './offer-week.view.tsx';
import { Owners } from './owners.view.tsx';
import { Rules } from './rules.view.tsx';
import { windowsText } from './window-text.view.ts';

const OfferForm = lazy(() => import('./offer.form.tsx'));

type Offer = Listed<typeof sharedOffer>;
type ActName = 'change' | 'decide' | 'pause' | 'end' | 'except';
type Asked = { readonly row: Offer; readonly act: ActName };

const STATES = choicesOf(OfferState);
const done = () => refreshLists(sharedOffer.name);

/** Spots that owners share, the owners, and the rules of lots. */
export default function SharedSpotPage() {
  const t = useText();
  const [word, setWord] = useAddressWord('tab');
  const options = [
    { value: 'spots', label: t(sharedOffer.title) },
    ...(can(spotOwner.can.list) ? [{ value: 'owners', label: t({ zh: '业主', en: 'Owners' }) }] : []),
    ...(can(shareRule.can.list) ? [{ value: 'rules', label: t({ zh: '规则', en: 'Rules' }) }] : []),
  ];
  const shown = options.some((one) => one.value === word) ? word! : 'spots';
  const tabs = options.length > 1 && (
    <Segmented value={shown} options={options} onChange={(next) => setWord(next === 'spots' ? null : next)} />
  );
  if (shown === 'rules') return <Rules tabs={tabs} />;
  if (shown === 'owners') return <Owners tabs={tabs} />;
  return <Offers tabs={tabs} />;
}

const EMPTY = {
  title: { zh: '还没有共享车位', en: 'No shared spots yet' },
  hint: {
    zh: '先设置车场的共享规则并登记业主，再发布车位',
    en: 'Set the rule of the lot and add the owner, then share a spot',
  },
};

function Offers({ tabs }: { tabs: ReactNode }) {
  const t = useText();
  const [isOffering, setOffering] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const offer = (
    <ActButton access={offerSpot.access} type="primary" icon={<Plus />} onAct={() => setOffering(true)}>
      {t(offerSpot.title)}
    </ActButton>
  );
  return (
    <>
      <ResourcePage
        of={sharedOffer}
        columns={[
          'spotId',
          'lotId',
          'ownerId',
          'state',
          'windows',
          'hourFen',
          'dayCapFen',
          'offerNo',
          'offeredBy',
          'note',
          'remark',
        ]}
        cells={{
          spotId: { width: 104, cell: (row) => <b className="by-strong">{row.spotName}</b> },
          lotId: { width: 150 },
          ownerId: { width: 96 },
          state: { width: 110 },
          windows: { width: 250, isGrowing: true, cell: (row) => windowsText(row.windows, t) },
          hourFen: { width: 90, cell: (row) => <Money fen={row.hourFen} isStrong /> },
          dayCapFen: { width: 110 },
          offerNo: { width: 160, isHiddenAtFirst: true },
          offeredBy: { width: 96 },
          note: { width: 140, isHiddenAtFirst: true },
          remark: { isHiddenAtFirst: true },
        }}
        moreTools={(context) => (
          <>
            {offer}
            {tabs}
            <FilterSwitch context={context} filter="state" choices={STATES} />
          </>
        )}
        rowActs={(row) => (
          <ActButton
            type="link"
            access={exceptOffer.access}
            disabledReason={disabledReason(offerTransitions, 'change', row.state)}
            onAct={() => setAsked({ row, act: 'except' })}
          >
            {t(exceptOffer.title)}
          </ActButton>
        )}
        actsWidth={124}
        asListed={['windows']}
        detailWidth={640}
        detailTitle={(row) => `${row.spotName ?? ''} ${row.ownerName ?? ''}`}
        detailNotes={(row) => <PendingBanner subjectId={row.id} />}
        moreDetail={(row) => {
          const shown = row as unknown as Offer;
          return (
            <>
              <Acts row={shown} onAct={(act) => setAsked({ row: shown, act })} />
              <OfferWeek offerId={shown.id} onExcept={() => setAsked({ row: shown, act: 'except' })} />
            </>
          );
        }}
        empty={{ ...EMPTY, action: offer }}
      />
      <Suspense fallback={null}>
        {isOffering && <OfferForm row={null} onClose={() => setOffering(false)} onDone={done} />}
        {asked?.act === 'change' && <OfferForm row={asked.row} onClose={close} onDone={done} />}
      </Suspense>
      {asked && <OfferDialogs asked={asked} onClose={close} />}
    </>
  );
}

/** The buttons of one offer. */
function Acts({ row, onAct }: { row: Offer; onAct: (act: ActName) => void }) {
  const t = useText();
  const changePending = usePendingReason(row.id, shareReviews.change.name);
  const because = (act: keyof typeof offerTransitions) => disabledReason(offerTransitions, act, row.state);
  return (
    <div className="share-acts">
      {row.state === 'asked' && (
        <ActButton type="primary" access={decideOffer.access} onAct={() => onAct('decide')}>
          {t(decideOffer.title)}
        </ActButton>
      )}
      <ActButton
        access={changeOffer.access}
        disabledReason={changePending ?? because('change')}
        onAct={() => onAct('change')}
      >
        {t(changeOffer.title)}
      </ActButton>
      {row.state === 'paused' ? (
        <ActButton
          access={resumeOffer.access}
          onAct={async () => {
            await call(resumeOffer, { offerId: row.id });
            notify('good', { zh: '已恢复', en: 'Resumed' });
            await done();
          }}
        >
          {t(resumeOffer.title)}
        </ActButton>
      ) : (
        <ActButton access={pauseOffer.access} disabledReason={because('pause')} onAct={() => onAct('pause')}>
          {t(pauseOffer.title)}
        </ActButton>
      )}
      <ActButton danger access={endOffer.access} disabledReason={because('end')} onAct={() => onAct('end')}>
        {t(endOffer.title)}
      </ActButton>
    </div>
  );
}

const { offerId: _, ...EXCEPT } = exceptOffer.input;
const { offerId: __, ...DECIDE } = decideOffer.input;

const DECIDED = { zh: '已处理', en: 'Decided' };

/** The dialogs of acts on one offer. */
function OfferDialogs({ asked: { row, act }, onClose }: { asked: Asked; onClose: () => void }) {
  const t = useText();
  const given = { offerId: row.id };
  const titleOf = (of: { title: Parameters<typeof t>[0] }) => `${t(of.title)} · ${row.spotName ?? row.offerNo}`;
  const common = { given, onClose, onDone: done };
  return (
    <>
      <OperationDialog
        {...common}
        isOpen={act === 'pause'}
        of={pauseOffer}
        title={titleOf(pauseOffer)}
        fields={{ note: pauseOffer.input.note }}
      />
      <OperationDialog
        {...common}
        isOpen={act === 'end'}
        of={endOffer}
        title={titleOf(endOffer)}
        fields={{ note: endOffer.input.note }}
      />
      <OperationDialog
        {...common}
        isOpen={act === 'decide'}
        of={decideOffer}
        title={titleOf(decideOffer)}
        fields={DECIDE}
        done={({ isPending }) => (isPending ? SENT_FOR_REVIEW : DECIDED)}
      />
      <OperationDialog
        {...common}
        isOpen={act === 'except'}
        of={exceptOffer}
        title={titleOf(exceptOffer)}
        fields={EXCEPT}
        hint={{
          zh: '收回只对没有预订的时间有效；加开在每周时段之外增加时间',
          en: 'Only time that nobody booked is closed; open adds time beyond the weekly hours',
        }}
      />
    </>
  );
}
