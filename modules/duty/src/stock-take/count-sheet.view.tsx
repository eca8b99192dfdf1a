import { normalizePlate } from '@boyun/domain/plate';
import type { Output } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  countText,
  Drawer,
  ErrorState,
  FigureBox,
  notify,
  OperationDialog,
  Plate,
  PlateInput,
  Skeleton,
  TimeText,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Input } from 'antd';
import { useState } from 'react';
import {
  cancelStockTake,
  countCars,
  finishStockTake,
  getStockTake,
  MOST_PLATES,
  uncountCar,
} from './stock-take.contract.ts';
import './stock-take.css';

const NO_PLATE = { zh: '请填写车牌', en: 'Enter a plate' };
const TOO_MANY = { zh: `一次最多处理${MOST_PLATES}辆`, en: `At most ${MOST_PLATES} cars at a time` };

const { isFree, reason } = finishStockTake.input;
const FINISH_FIELDS = {
  isFree: {
    ...isFree,
    label: { zh: '免除未付费用（离场时间不明）', en: 'Waive unpaid fees (the exit time is unknown)' },
  },
  reason,
};

/** The sheet of one stock-take: plates entered singly or as a list, the differences, and how they are settled. */
export function CountSheet({
  stockTakeId,
  lotName,
  onClose,
  onChanged,
}: {
  stockTakeId: string;
  lotName: string | null | undefined;
  onClose: () => void;
  onChanged: () => unknown;
}) {
  const t = useText();
  return (
    <Drawer
      isOpen
      width={760}
      title={t({ zh: '车辆盘点 · {lot}', en: 'Stock-take · {lot}' }, { lot: lotName ?? '' })}
      onClose={onClose}
    >
      <Sheet key={stockTakeId} stockTakeId={stockTakeId} onChanged={onChanged} />
    </Drawer>
  );
}

function Sheet({ stockTakeId, onChanged }: { stockTakeId: string; onChanged: () => unknown }) {
  const t = useText();
  const language = useLanguage();
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isFinishing, setFinishing] = useState(false);
  const asked = useQuery({
    queryKey: ['stock-take', stockTakeId, language],
    queryFn: ({ signal }) => call(getStockTake, { stockTakeId }, { signal, isQuiet: true }),
  });
  if (asked.error && !asked.data) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton lines={8} />;
  const one = asked.data;
  const isCounting = one.state === 'counting';
  const refresh = async () => {
    await asked.refetch();
    await onChanged();
  };
  const gone = one.missing.filter((car) => !kept.has(car.orderId));
  const added = one.extra.filter((plate) => !left.has(plate));
  return (
    <div className="stock">
      <Figures of={one} />
      {isCounting && <Entry stockTakeId={stockTakeId} latest={one.latest} onChanged={refresh} />}
      <Missing cars={one.missing} kept={kept} isCounting={isCounting} onFlip={(id) => setKept(flip(kept, id))} />
      {one.extra.length > 0 && (
        <Extra plates={one.extra} left={left} isCounting={isCounting} onFlip={(plate) => setLeft(flip(left, plate))} />
      )}
      {isCounting && (
        <footer className="stock-acts">
          <ActButton
            access={cancelStockTake.access}
            onAct={async () => {
              await call(cancelStockTake, { stockTakeId });
              await refresh();
            }}
          >
            {t(cancelStockTake.title)}
          </ActButton>
          <ActButton
            type="primary"
            access={finishStockTake.access}
            disabledReason={gone.length > MOST_PLATES || added.length > MOST_PLATES ? TOO_MANY : null}
            onAct={() => setFinishing(true)}
          >
            {t(finishStockTake.title)}
          </ActButton>
        </footer>
      )}
      <OperationDialog
        isOpen={isFinishing}
        onClose={() => setFinishing(false)}
        of={finishStockTake}
        given={{ stockTakeId, goneOrderIds: gone.map((car) => car.orderId), addedPlates: added }}
        fields={FINISH_FIELDS}
        initial={{ isFree: true }}
        hint={{
          zh: `关闭 ${gone.length} 辆已离场车辆的订单，补录 ${added.length} 辆在场车辆；按审批流程需要审核的，审核通过后生效。`,
          en: `Closes the orders of ${gone.length} missing cars and adds ${added.length} found cars. Changes that require approval take effect once approved.`,
        }}
        done={({ closedCount, pendingCount, addedCount }) => ({
          zh: `盘点完成：关闭${closedCount}辆，${pendingCount}辆等待审核，补录${addedCount}辆`,
          en: `Finished: ${closedCount} closed, ${pendingCount} waiting for review, ${addedCount} added`,
        })}
        refreshes={['review', 'in-lot']}
        onDone={refresh}
      />
    </div>
  );
}

type StockTake = Output<typeof getStockTake>;

/** Returns a set without an id it contains, or with one it does not. */
function flip(from: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(from);
  if (!next.delete(id)) next.add(id);
  return next;
}

function Figures({ of }: { of: StockTake }) {
  const figures = [
    { label: { zh: '系统在场', en: 'In the system' }, value: of.insideCount },
    { label: { zh: '实际清点', en: 'Counted' }, value: of.countedCount },
    { label: { zh: '一致', en: 'Matched' }, value: of.matchedCount },
    { label: { zh: '差异', en: 'Difference' }, value: of.missing.length + of.extra.length, isBad: true },
  ];
  return (
    <div className="by-figures stock-figures">
      {figures.map(({ label, value, isBad }) => (
        <FigureBox key={label.en} label={label} tone={isBad && value > 0 ? 'by-tone-warn' : ''}>
          {countText(value)}
        </FigureBox>
      ))}
    </div>
  );
}

/** Cars of the system that were not found; those selected are closed. */
function Missing({
  cars,
  kept,
  isCounting,
  onFlip,
}: {
  cars: StockTake['missing'];
  kept: ReadonlySet<string>;
  isCounting: boolean;
  onFlip: (orderId: string) => void;
}) {
  const t = useText();
  return (
    <section>
      <h3>{t({ zh: '系统有、现场没有（{n}）', en: 'In the system, not found ({n})' }, { n: cars.length })}</h3>
      <p className="by-hint">
        {t({
          zh: '勾选的车辆视为已离场，订单以“盘点出场”关闭；仍在场内的请取消勾选或补录车牌。',
          en: 'Selected cars are closed as "Stock-take exit". Deselect or count those that are still there.',
        })}
      </p>
      <ul className="stock-cars">
        {cars.map((car) => (
          <li key={car.orderId}>
            <Checkbox checked={!kept.has(car.orderId)} disabled={!isCounting} onChange={() => onFlip(car.orderId)}>
              <Plate text={car.plate} color={car.plateColor} isPlain />
            </Checkbox>
            <TimeText at={car.enteredAt} style="minute" />
            {car.alike && (
              <span className="by-tone-warn stock-alike">
                {t({ zh: '现场有相近的', en: 'similar:' })} <Plate text={car.alike} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Plates found that are not in the system; those selected get an order. */
function Extra({
  plates,
  left,
  isCounting,
  onFlip,
}: {
  plates: StockTake['extra'];
  left: ReadonlySet<string>;
  isCounting: boolean;
  onFlip: (plate: string) => void;
}) {
  const t = useText();
  return (
    <section>
      <h3>{t({ zh: '现场有、系统没有（{n}）', en: 'Found, not in the system ({n})' }, { n: plates.length })}</h3>
      <p className="by-hint">
        {t({
          zh: '勾选的车辆从现在起按“盘点入场”开始计费。',
          en: 'Selected cars get an order starting now, as "Stock-take entry".',
        })}
      </p>
      <ul className="stock-cars">
        {plates.map((plate) => (
          <li key={plate}>
            <Checkbox checked={!left.has(plate)} disabled={!isCounting} onChange={() => onFlip(plate)}>
              <Plate text={plate} isPlain />
            </Checkbox>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Different plates of a pasted list. */
function platesIn(text: string): string[] {
  const plates = text.split(/[\s,，;；、]+/).map(normalizePlate);
  return [...new Set(plates.filter((one) => one !== ''))];
}

/** Input of plates: one by one at the lane, or pasted as a list. */
function Entry({
  stockTakeId,
  latest,
  onChanged,
}: {
  stockTakeId: string;
  latest: readonly string[];
  onChanged: () => Promise<unknown>;
}) {
  const t = useText();
  const [plate, setPlate] = useState<string | null>(null);
  const [isList, setList] = useState(false);
  const [text, setText] = useState('');
  const pasted = platesIn(text);
  const put = async (plates: string[]) => {
    const { addedCount, repeatedCount } = await call(countCars, { stockTakeId, plates });
    notify(addedCount > 0 ? 'good' : 'warn', {
      zh: repeatedCount > 0 ? `录入${addedCount}辆，${repeatedCount}辆已录入过` : `已录入${addedCount}辆`,
      en: repeatedCount > 0 ? `${addedCount} new, ${repeatedCount} counted before` : `${addedCount} counted`,
    });
    setPlate(null);
    setText('');
    await onChanged();
  };
  const disabledReason = (isList ? pasted.length === 0 : !plate)
    ? NO_PLATE
    : pasted.length > MOST_PLATES
      ? TOO_MANY
      : null;
  return (
    <section className="stock-entry">
      <div className="stock-input">
        <label htmlFor="stock-plate" className="by-sr">
          {t({ zh: '车牌', en: 'Plate' })}
        </label>
        {isList ? (
          <Input.TextArea
            id="stock-plate"
            rows={4}
            value={text}
            placeholder={t({
              zh: '粘贴车牌，每行一个或用逗号分隔',
              en: 'Paste plates, one per line or separated by commas',
            })}
            onChange={(event) => setText(event.target.value)}
          />
        ) : (
          <PlateInput id="stock-plate" value={plate} onChange={setPlate} onEnter={() => plate && void put([plate])} />
        )}
        <ActButton
          type="primary"
          access={countCars.access}
          disabledReason={disabledReason}
          onAct={() => put(isList ? pasted : [plate!])}
        >
          {isList ? t({ zh: '录入{n}辆', en: 'Add {n}' }, { n: pasted.length }) : t({ zh: '录入', en: 'Add' })}
        </ActButton>
        <button type="button" className="stock-switch" onClick={() => setList(!isList)}>
          {isList ? t({ zh: '逐辆录入', en: 'One by one' }) : t({ zh: '粘贴列表', en: 'Paste a list' })}
        </button>
      </div>
      {latest.length > 0 && (
        <div className="stock-latest">
          <span className="by-small by-faint">
            {t({ zh: '最近录入，点击撤销', en: 'Recently added; click to undo' })}
          </span>
          {latest.map((one) => (
            <button
              key={one}
              type="button"
              aria-label={t({ zh: '撤销 {plate}', en: 'Undo {plate}' }, { plate: one })}
              onClick={async () => {
                await call(uncountCar, { stockTakeId, plate: one });
                await onChanged();
              }}
            >
              <Plate text={one} isPlain />
            </button>
          ))}
        </div>
      )}
    </section>
  );
}
