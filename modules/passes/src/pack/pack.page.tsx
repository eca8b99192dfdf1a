import './pack.css';
import { disabledReason } from '@boyun/kernel/contract';
import {
  ActButton,
  type ListContext,
  listLink,
  now,
  Plate,
  ResourcePage,
  refreshLists,
  useText,
} from '@boyun/kernel/web';
import { Until } from '@boyun/lists/web';
import { useTaking } from '@boyun/money/web';
import { PendingRows, PendingTag } from '@boyun/reviews/web';
import { Segmented } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { type Pack, PackState, pack, packTransitions, renewPack, sellPack } from './pack.contract.ts';

const SellPack = lazy(() => import('./sell-pack.form.tsx'));
const RenewPack = lazy(() => import('./renew-pack.form.tsx'));
const PackDetail = lazy(() => import('./pack-detail.view.tsx'));
const PackActs = lazy(() => import('./pack-act.view.tsx'));

const DAY_MS = 86_400_000;
const SOON_DAYS = 15;

/** Page of sold packs: sell, renew, change plates, pause, cancel; with a filter for packs that end soon. */
export default function PackManagePage() {
  const t = useText();
  const [isSelling, setSelling] = useState(false);
  const [renewed, setRenewed] = useState<Pack | null>(null);
  const done = () => refreshLists(pack.name);
  const taking = useTaking({ onEnd: done });
  return (
    <>
      <ResourcePage
        of={pack}
        columns={[
          'plates',
          'state',
          'packRuleId',
          'ownerName',
          'validUntil',
          'left',
          'lotId',
          'paidFen',
          'isRenewed',
          'validFrom',
          'packNo',
          'ownerPhone',
          'remark',
        ]}
        cells={{
          plates: { width: 150, isGrowing: true, cell: (row) => <Plates text={row.plates} id={row.id} /> },
          state: { width: 112 },
          packRuleId: { width: 140 },
          ownerName: { width: 96 },
          left: { label: { zh: '剩余', en: 'Left' }, width: 92, cell: (row) => <Left row={row as Pack} /> },
          validUntil: { cell: (row) => <Until at={row.validUntil} /> },
          lotId: { width: 140 },
          paidFen: { width: 100 },
          packNo: { width: 150, isHiddenAtFirst: true },
          ownerPhone: { isHiddenAtFirst: true },
          remark: { isHiddenAtFirst: true },
        }}
        moreTools={(context) => (
          <>
            <PendingRows ids={context.listing?.rows.map((row) => row.id) ?? []} />
            <ActButton access={sellPack.access} type="primary" onAct={() => setSelling(true)}>
              {t({ zh: '办理月卡', en: 'Sell a pack' })}
            </ActButton>
            <Views context={context} />
          </>
        )}
        rowActs={(row) => (
          <ActButton
            access={renewPack.access}
            type="link"
            disabledReason={disabledReason(packTransitions, 'renew', row.state)}
            onAct={() => setRenewed(row as Pack)}
          >
            {t({ zh: '续费', en: 'Renew' })}
          </ActButton>
        )}
        actsWidth={76}
        detailWidth={720}
        detailTitle={(row) => <Plates text={row.plates} />}
        detailActs={(row) => (
          <Suspense fallback={null}>
            <PackActs row={row as Pack} onRenew={() => setRenewed(row as Pack)} onChanged={done} />
          </Suspense>
        )}
        detail={(row) => (
          <Suspense fallback={null}>
            <PackDetail row={row as Pack} onChanged={done} />
          </Suspense>
        )}
        empty={{
          title: { zh: '还没有月卡', en: 'No packs yet' },
          hint: { zh: '先建立月卡规则，再办理或批量导入月卡', en: 'Create a rule first, then sell or import packs' },
        }}
      />
      <Suspense fallback={null}>
        {isSelling && <SellPack onClose={() => setSelling(false)} onSold={taking.goOn} />}
        {renewed && <RenewPack row={renewed} onClose={() => setRenewed(null)} onSold={taking.goOn} />}
      </Suspense>
      {taking.dialog}
    </>
  );
}

function Plates({ text, id }: { text: string; id?: string }) {
  const [first = '', ...others] = text.split(' ');
  return (
    <span className="pack-plates" title={text}>
      <Plate text={first} to={listLink('/_cloud_operation/passRecord', { plate: first })} />
      {others.length > 0 && <span className="by-faint">+{others.length}</span>}
      {id && <PendingTag id={id} />}
    </span>
  );
}

/** Days until a pack ends; empty for an ended one. */
function Left({ row }: { row: Pack }) {
  const t = useText();
  if (row.state !== 'active') return <span className="by-faint">—</span>;
  const days = Math.ceil((row.validUntil.getTime() - now().getTime()) / DAY_MS);
  const tone = days <= 3 ? 'by-tone-bad' : days <= SOON_DAYS ? 'by-tone-warn' : '';
  return <span className={`pack-left ${tone}`}>{t({ zh: '{n}天', en: '{n} d' }, { n: Math.max(0, days) })}</span>;
}

type View = '' | 'soon' | keyof typeof PackState;

function Views({ context }: { context: ListContext<Pack> }) {
  const t = useText();
  const { state, validUntilFrom, validUntilTo, ...rest } = context.state.filters;
  const isSoon = state === 'active' && validUntilTo !== undefined && validUntilTo !== null;
  const value: View = isSoon ? 'soon' : ((state as View | undefined) ?? '');
  return (
    <Segmented<View>
      value={value}
      options={[
        { value: '', label: t({ zh: '全部', en: 'All' }) },
        { value: 'soon', label: t({ zh: '即将到期', en: 'Ending soon' }) },
        ...(['active', 'unpaid', 'pending', 'paused', 'expired', 'cancelled', 'refunded', 'closed'] as const).map(
          (key) => ({
            value: key,
            label: t(PackState[key]),
          }),
        ),
      ]}
      onChange={(view) =>
        context.state.setFilters(
          view === ''
            ? rest
            : view === 'soon'
              ? { ...rest, state: 'active', validUntilTo: new Date(now().getTime() + SOON_DAYS * DAY_MS) }
              : { ...rest, state: view },
        )
      }
    />
  );
}
