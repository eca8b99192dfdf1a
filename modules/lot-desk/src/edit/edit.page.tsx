import './edit.css';
import { lot } from '@boyun/facilities/contract';
import { lotFormParts } from '@boyun/facilities/web';
import type { Listed, Values } from '@boyun/kernel/contract';
import {
  call,
  can,
  createRow,
  Empty,
  ErrorState,
  getRow,
  listLink,
  NoPermission,
  notify,
  RecordForm,
  ReferenceInput,
  refreshLists,
  Skeleton,
  updateRow,
  useListing,
  useText,
} from '@boyun/kernel/web';
import { payChannel } from '@boyun/money/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Check, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { getLotProfile } from '../profile/profile.contract.ts';
import { getStructure } from '../structure/structure.contract.ts';
import { LaneRules } from './lane-rules.view.tsx';
import { MOST_ROWS } from './part-list.view.tsx';
import { DeviceStep, GarageStep, GateStep, LaneStep, PaymentStep, TariffStep } from './part-step.view.tsx';
import { PointStep } from './point-step.form.tsx';
import { type Ground, STEPS, type StepKey, stateOf, stepsOf } from './step.view.ts';

type Lot = Listed<typeof lot>;
type Save = (values: Partial<Values<typeof lot.fields>>) => Promise<void>;

const NEW = 'new';
const {
  duplicateEntry,
  orderLockSeconds,
  arrearsLimitFen,
  detectorUse,
  detectorArriveSeconds,
  detectorLeaveSeconds,
  address,
  longitude,
  latitude,
  ...PROFILE
} = lot.fields;
/** What a new lot is asked first; the rest can follow. */
const FIRST = ['name', 'code', 'kind', 'capacity', 'regionId'];
const LATER = (Object.keys(PROFILE) as (keyof typeof PROFILE)[]).filter((key) => !FIRST.includes(key));
const RULES = {
  duplicateEntry,
  orderLockSeconds,
  arrearsLimitFen,
  detectorUse,
  detectorArriveSeconds,
  detectorLeaveSeconds,
};

/** Sets up a lot step by step; the address names the lot and the step. */
export default function EditPage() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const lotId = query.get('lotId');
  const go = (next: Record<string, string>) => setQuery(next, { replace: true });
  if (!can(lot.can.update)) return <NoPermission />;
  return (
    <div className="by-page">
      <h1 className="by-sr">{t({ zh: '编辑车场', en: 'Edit lot' })}</h1>
      <div className="edit-choice">
        <label className="by-sr" htmlFor="edit-lot">
          {t(lot.title)}
        </label>
        <ReferenceInput
          id="edit-lot"
          to={lot.name}
          value={lotId === NEW ? null : lotId}
          placeholder={t({ zh: '选择要编辑的车场', en: 'Choose the lot to edit' })}
          onChange={(next) => go(next ? { lotId: next } : {})}
        />
        {can(lot.can.create) && (
          <Button icon={<Plus />} onClick={() => go({ lotId: NEW })}>
            {t({ zh: '新建车场', en: 'New lot' })}
          </Button>
        )}
        {lotId && lotId !== NEW && (
          <Link to={listLink('/_cloud_basic/parkInfo', { lotId })}>{t(getLotProfile.title)}</Link>
        )}
      </div>
      {!lotId && <NoLot onNew={() => go({ lotId: NEW })} />}
      {lotId === NEW && <NewLot onMade={(id) => go({ lotId: id, step: 'point' })} />}
      {lotId && lotId !== NEW && (
        <Wizard
          key={lotId}
          lotId={lotId}
          asked={query.get('step')}
          onStep={(step) => go({ lotId, ...(step === 'profile' ? {} : { step }) })}
        />
      )}
    </div>
  );
}

/** Nothing chosen yet: offers to choose a lot, or to add one where there is none. */
function NoLot({ onNew }: { onNew: () => void }) {
  const t = useText();
  const found = useListing(lot, { page: 1, perPage: 20 });
  if (!found.data) return null;
  const hasLots = found.data.total > 0;
  return (
    <Empty
      title={hasLots ? { zh: '选择一个车场', en: 'Choose a lot' } : { zh: '还没有车场', en: 'No lots yet' }}
      hint={{
        zh: '按步骤设置车场：基本信息、位置、车库、出入口、车道、设备、收费、支付和通行规则',
        en: 'Set up the lot step by step: profile, location, garages, gates, lanes, devices, tariff, payment and pass rules',
      }}
      action={
        !hasLots &&
        can(lot.can.create) && (
          <Button type="primary" icon={<Plus />} onClick={onNew}>
            {t({ zh: '新建车场', en: 'New lot' })}
          </Button>
        )
      }
    />
  );
}

function NewLot({ onMade }: { onMade: (id: string) => void }) {
  const t = useText();
  return (
    <section className="by-sheet edit-step">
      <h2>{t({ zh: '新建车场', en: 'New lot' })}</h2>
      <RecordForm
        fields={PROFILE}
        parts={lotFormParts}
        later={LATER}
        submitText={t({ zh: '保存并继续', en: 'Save and continue' })}
        onSubmit={async (values) => {
          const { id } = await createRow(lot, values);
          notify('good', { zh: '保存成功', en: 'Saved' });
          await refreshLists(lot.name);
          onMade(id);
        }}
      />
    </section>
  );
}

function Wizard({ lotId, asked, onStep }: { lotId: string; asked: string | null; onStep: (step: StepKey) => void }) {
  const read = useQuery({
    queryKey: ['list', lot.name, 'edit', lotId],
    queryFn: async ({ signal }): Promise<Omit<Ground, 'channelCount'>> => {
      const options = { signal, isQuiet: true };
      const [row, profile, { nodes }] = await Promise.all([
        getRow(lot, lotId, options),
        call(getLotProfile, { lotId }, options),
        call(getStructure, { lotId }, options),
      ]);
      return { row, profile, nodes };
    },
  });
  const channels = useListing(
    payChannel,
    { page: 1, perPage: MOST_ROWS, sort: null },
    { isOff: !can(payChannel.can.list) },
  );
  if (read.error && !read.data) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />;
  if (!read.data) return <Skeleton lines={12} />;
  const holdsHere = (one: Listed<typeof payChannel>) => one.isEnabled && (one.lotId === null || one.lotId === lotId);
  const channelCount = channels.data ? channels.data.rows.filter(holdsHere).length : null;
  return <Steps ground={{ ...read.data, channelCount }} asked={asked} onStep={onStep} />;
}

function Steps({ ground, asked, onStep }: { ground: Ground; asked: string | null; onStep: (step: StepKey) => void }) {
  const t = useText();
  const navigate = useNavigate();
  const { row } = ground;
  const steps = stepsOf(row);
  const step = steps.find((one) => one === asked) ?? 'profile';
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever another step is shown
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [step]);
  // Visited steps stay mounted, so that unsaved input is kept.
  const [seen, setSeen] = useState<ReadonlySet<StepKey>>(new Set());
  if (!seen.has(step)) setSeen(new Set([...seen, step]));
  const save: Save = async (values) => {
    await updateRow(lot, row, values);
    notify('good', { zh: '保存成功', en: 'Saved' });
    await refreshLists(lot.name);
  };
  const next = steps[steps.indexOf(step) + 1];
  const before = steps[steps.indexOf(step) - 1];
  return (
    <div className="edit-wizard">
      <nav ref={nav} className="by-sheet edit-steps" aria-label={t({ zh: '步骤', en: 'Steps' })}>
        {steps.map((key, place) => {
          const { word, isDone } = stateOf(key, ground);
          return (
            <button
              key={key}
              type="button"
              className={isDone ? 'is-done' : undefined}
              aria-current={key === step ? 'step' : undefined}
              onClick={() => onStep(key)}
            >
              <span className="edit-mark" aria-hidden>
                {isDone ? <Check /> : place + 1}
              </span>
              <span className="edit-label">
                {t(STEPS[key])}
                {word && <span className="by-small">{t(word)}</span>}
              </span>
            </button>
          );
        })}
      </nav>
      <section className="by-sheet edit-step">
        {steps
          .filter((key) => seen.has(key))
          .map((key) => (
            <div key={key} hidden={key !== step}>
              <h2>{t(STEPS[key])}</h2>
              {bodyOf(key, row, save, t({ zh: '各车道的规则', en: 'Rules of each lane' }))}
            </div>
          ))}
        <div className="edit-foot">
          {before && <Button onClick={() => onStep(before)}>{t({ zh: '上一步', en: 'Back' })}</Button>}
          {next ? (
            <Button onClick={() => onStep(next)}>
              {t({ zh: '下一步：{step}', en: 'Next: {step}' }, { step: t(STEPS[next]) })}
            </Button>
          ) : (
            <Button onClick={() => navigate(listLink('/_cloud_basic/parkInfo', { lotId: row.id }))}>
              {t({ zh: '完成', en: 'Done' })}
            </Button>
          )}
        </div>
      </section>
    </div>
  );
}

function bodyOf(key: StepKey, row: Lot, save: Save, lanesTitle: string): ReactNode {
  switch (key) {
    case 'profile':
      return <RecordForm fields={PROFILE} initial={row} parts={lotFormParts} onSubmit={save} />;
    case 'point':
      return <PointStep row={row} onSave={save} />;
    case 'garages':
      return <GarageStep row={row} />;
    case 'gates':
      return <GateStep row={row} />;
    case 'lanes':
      return <LaneStep row={row} />;
    case 'devices':
      return <DeviceStep row={row} />;
    case 'tariff':
      return <TariffStep row={row} />;
    case 'payment':
      return <PaymentStep row={row} />;
    case 'rules':
      return (
        <>
          <RecordForm fields={RULES} initial={row} onSubmit={save} />
          {row.kind === 'closed' && (
            <>
              <h3>{lanesTitle}</h3>
              <LaneRules lotId={row.id} />
            </>
          )}
        </>
      );
  }
}
