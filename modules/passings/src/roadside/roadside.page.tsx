import type { Output } from '@boyun/kernel/contract';
import { liveChannel, liveKinds } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  can,
  countText,
  DurationText,
  Empty,
  ErrorState,
  LiveMark,
  Modal,
  moneyText,
  NoPermission,
  notify,
  OperationDialog,
  Plate,
  ReferenceInput,
  Skeleton,
  TimeText,
  useAddressWord,
  useLanguage,
  useLive,
  useNow,
  useText,
} from '@boyun/kernel/web';
import { orderPlateCorrected, orderSettled, stayClosed, stayLeft, stayOpened } from '@boyun/orders/contract';
import { useOrderDrawer } from '@boyun/orders/web';
import { collectCash } from '@boyun/payments/contract';
import { CollectCash } from '@boyun/payments/web';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { Suspense, useState } from 'react';
import { closeRoadside, getRoadside, openRoadside } from './roadside.contract.ts';
import './roadside.css';

type Spot = Output<typeof getRoadside>['spots'][number];
type View = 'all' | 'taken' | 'free';

const KINDS = liveKinds(stayOpened, stayLeft, stayClosed, orderSettled, orderPlateCorrected);
const NO_PLATE = { zh: '请填写车牌', en: 'Give the plate' };

/** Page of a roadside collector, for phones: each spot with its car, arrival time and amount due. */
export default function RoadsidePage() {
  return can(getRoadside.access) ? <Street /> : <NoPermission />;
}

function Street() {
  const t = useText();
  const language = useLanguage();
  const [lotId, setLot] = useAddressWord('lotId');
  const [view, setView] = useState<View>('all');
  const [chosen, setChosen] = useState<string | null>(null);
  const asked = useQuery({
    queryKey: ['roadside', lotId, language],
    queryFn: ({ signal }) => call(getRoadside, { lotId }, { signal, isQuiet: true }),
    refetchInterval: 30_000,
  });
  const live = useLive(liveChannel, KINDS, () => void asked.refetch(), {
    onOpen: () => void asked.refetch({ cancelRefetch: false }),
  });
  if (!asked.data)
    return asked.error ? (
      <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
    ) : (
      <Skeleton lines={10} />
    );
  const { lots, spots, freeCount, takenCount } = asked.data;
  const shown = spots.filter((spot) => view === 'all' || spot.state === view);
  const spot = spots.find((one) => one.spotId === chosen);
  return (
    <div className="by-page road">
      <h1 className="by-sr">{t(getRoadside.title)}</h1>
      {lots.length > 0 && (
        <header className="road-head">
          <div className="road-lot">
            <label className="by-sr" htmlFor="road-lot">
              {t({ zh: '路侧车场', en: 'Roadside lot' })}
            </label>
            <ReferenceInput id="road-lot" to="lot" value={asked.data.lotId} onChange={(next) => setLot(next)} />
          </div>
          <ViewSwitch
            view={view}
            counts={{ all: spots.length, taken: takenCount, free: freeCount }}
            onChange={setView}
          />
          <LiveMark state={live} />
        </header>
      )}
      {shown.length === 0 ? (
        <NoSpots hasLot={lots.length > 0} />
      ) : (
        <div className="road-spots">
          {shown.map((one) => (
            <SpotButton key={one.spotId} spot={one} onChoose={() => setChosen(one.spotId)} />
          ))}
        </div>
      )}
      {spot && (
        <SpotDialog
          key={spot.orderId ?? spot.spotId}
          spot={spot}
          onClose={() => setChosen(null)}
          onDone={() => asked.refetch()}
        />
      )}
    </div>
  );
}

const VIEW_LABELS = {
  all: { zh: '全部', en: 'All' },
  taken: { zh: '占用', en: 'Taken' },
  free: { zh: '空闲', en: 'Free' },
};

function ViewSwitch({
  view,
  counts,
  onChange,
}: {
  view: View;
  counts: Readonly<Record<View, number>>;
  onChange: (view: View) => void;
}) {
  const t = useText();
  return (
    <Segmented<View>
      value={view}
      options={(['all', 'taken', 'free'] as const).map((key) => ({
        value: key,
        label: `${t(VIEW_LABELS[key])} ${countText(counts[key])}`,
      }))}
      onChange={onChange}
    />
  );
}

function NoSpots({ hasLot }: { hasLot: boolean }) {
  return hasLot ? (
    <Empty
      title={{ zh: '没有符合条件的车位', en: 'No spots match' }}
      hint={{ zh: '切换上方的筛选，或在“车位”中添加车位', en: 'Choose another view above, or add spots' }}
    />
  ) : (
    <Empty
      title={{ zh: '没有路侧车场', en: 'There is no roadside lot' }}
      hint={{
        zh: '在“车场”中添加类型为路侧停车的车场，再添加车位',
        en: 'Add a roadside lot, then its spots',
      }}
    />
  );
}

/** A spot with its car and the amount due. */
function SpotButton({ spot, onChoose }: { spot: Spot; onChoose: () => void }) {
  const t = useText();
  return (
    <button
      type="button"
      className={`road-spot is-${String(spot.state)}`}
      disabled={spot.state === 'closed'}
      onClick={onChoose}
    >
      <b>{spot.number}</b>
      {spot.plate ? (
        <>
          <Plate text={spot.plate} color={spot.plateColor} isPlain />
          <span className="road-line">
            <Since at={spot.enteredAt} />
            <span className={spot.dueFen > 0 ? 'road-due by-figure' : 'by-figure by-faint'}>
              ¥{moneyText(Math.max(0, spot.dueFen))}
            </span>
          </span>
        </>
      ) : (
        <span className="road-free">
          {spot.state === 'closed' ? t({ zh: '停用', en: 'Out of use' }) : t({ zh: '空闲', en: 'Free' })}
        </span>
      )}
    </button>
  );
}

function Since({ at }: { at: Date | null | undefined }) {
  const moment = useNow(30_000);
  return at ? <DurationText seconds={(moment.getTime() - at.getTime()) / 1000} /> : null;
}

function SpotDialog({ spot, onClose, onDone }: { spot: Spot; onClose: () => void; onDone: () => unknown }) {
  return spot.orderId && !spot.plate?.startsWith('临') ? (
    <Parked spot={spot} onClose={onClose} onDone={onDone} />
  ) : (
    <Arrive spot={spot} onClose={onClose} onDone={onDone} />
  );
}

/** Drawer that records the plate of an arriving car, or of a car a detector has reported. */
function Arrive({ spot, onClose, onDone }: { spot: Spot; onClose: () => void; onDone: () => unknown }) {
  const t = useText();
  return (
    <OperationDialog
      isOpen
      onClose={onClose}
      of={openRoadside}
      given={{ spotId: spot.spotId }}
      fields={{ plate: openRoadside.input.plate }}
      width={420}
      title={t({ zh: '车位 {spot} · 登记停车', en: 'Spot {spot} · a car' }, { spot: spot.number })}
      okText={{ zh: '登记', en: 'Record' }}
      disabledReason={({ plate }) => (plate ? null : NO_PLATE)}
      done={({ isRenamed }) =>
        isRenamed
          ? { zh: '车牌已补录，按停入时间计费', en: 'Plate recorded; charged from arrival' }
          : { zh: '已登记，开始计费', en: 'Recorded; charging starts now' }
      }
      onDone={onDone}
      moreActs={spot.orderId && <Leave spot={spot} onClose={onClose} onDone={onDone} />}
    >
      {spot.orderId && spot.enteredAt && (
        <p className="by-hint">
          {t({ zh: '地磁检测到车辆，停入时间：', en: 'The detector noticed a car at ' })}
          <TimeText at={spot.enteredAt} style="minute" />
        </p>
      )}
    </OperationDialog>
  );
}

/** Drawer of a parked car: amount due, collect it, or record that the car left. */
function Parked({ spot, onClose, onDone }: { spot: Spot; onClose: () => void; onDone: () => unknown }) {
  const t = useText();
  const [isPaying, setPaying] = useState(false);
  const [openOrder, drawer] = useOrderDrawer();
  return (
    <>
      <Modal
        open={!isPaying}
        width={420}
        title={t({ zh: '车位 {spot}', en: 'Spot {spot}' }, { spot: spot.number })}
        onCancel={onClose}
        footer={[
          <ActButton key="order" onAct={() => openOrder(spot.orderId!)}>
            {t({ zh: '订单', en: 'Order' })}
          </ActButton>,
          <Leave key="leave" spot={spot} onClose={onClose} onDone={onDone} />,
          ...(spot.dueFen > 0
            ? [
                <ActButton key="pay" type="primary" access={collectCash.access} onAct={() => setPaying(true)}>
                  {t({ zh: '收费 ¥{due}', en: 'Collect ¥{due}' }, { due: moneyText(spot.dueFen) })}
                </ActButton>,
              ]
            : []),
        ]}
      >
        <div className="road-parked">
          <Plate text={spot.plate} color={spot.plateColor} size="large" />
          <dl>
            <dt>{t({ zh: '停入时间', en: 'Since' })}</dt>
            <dd>
              <TimeText at={spot.enteredAt!} style="minute" />
            </dd>
            <dt>{t({ zh: '已停', en: 'Parked for' })}</dt>
            <dd>
              <Since at={spot.enteredAt} />
            </dd>
            <dt>{t({ zh: '待收', en: 'Due' })}</dt>
            <dd className="by-figure">¥{moneyText(Math.max(0, spot.dueFen))}</dd>
          </dl>
        </div>
      </Modal>
      <Suspense fallback={null}>
        <CollectCash
          orderId={isPaying ? spot.orderId : null}
          onClose={() => setPaying(false)}
          onPaid={async () => {
            setPaying(false);
            await onDone();
          }}
        />
      </Suspense>
      {drawer}
    </>
  );
}

function Leave({ spot, onClose, onDone }: { spot: Spot; onClose: () => void; onDone: () => unknown }) {
  const t = useText();
  return (
    <ActButton
      access={closeRoadside.access}
      onAct={async () => {
        const { dueFen } = await call(closeRoadside, { orderId: spot.orderId! });
        notify(dueFen > 0 ? 'warn' : 'good', {
          zh: dueFen > 0 ? `已驶离，${moneyText(dueFen)}元记为欠费` : '已驶离，费用已结清',
          en: dueFen > 0 ? `Left owing ${moneyText(dueFen)}` : 'Left, fully paid',
        });
        onClose();
        await onDone();
      }}
    >
      {t({ zh: '车辆驶离', en: 'Record departure' })}
    </ActButton>
  );
}
