import './period.css';
import { type Step, stepEnds, type Window } from '@boyun/domain/fee';
import { useText } from '@boyun/kernel/web';
import { Button, Checkbox, Select } from 'antd';
import { tintOf } from './band.view.tsx';
import { wholeKind } from './box-kind.view.ts';
import { addStep, removeStep, switchEnd, withoutWindow } from './edit-tariff.view.ts';
import { usePlan, useValue } from './editor-context.view.ts';
import { NameBox } from './name-box.view.tsx';
import { borders } from './plan-panel.view.tsx';
import { DaysBox, freshSeason, SeasonBox } from './scope-box.view.tsx';
import { spanWords } from './span-words.view.ts';
import { Staircase } from './staircase.view.tsx';
import {
  ChoiceBox,
  ClockBox,
  CountBox,
  Line,
  MoneyBox,
  OptionLine,
  Say,
  SpanBox,
  TypedInput,
} from './typed-box.view.tsx';
import { useWindowName } from './window-words.view.ts';

/** One period: its opening hours, and its price ladder as a table and as a staircase. */
export function WindowPanel({ planPath, index, onGone }: { planPath: string; index: number; onGone: () => void }) {
  const t = useText();
  const { plan, setPlan } = usePlan(planPath);
  const name = useWindowName();
  const window = plan.windows[index]!;
  const path = `${planPath}.windows.${index}`;
  const caps = (plan.caps ?? []).filter((cap) => !cap.windows || cap.windows.includes(window.id));
  return (
    <section className={`te-window ${tintOf(index)}`} aria-label={name(window)} data-path={path}>
      <header className="te-window-head">
        <h3>
          <i aria-hidden="true" />
          {name(window)}
        </h3>
        <WindowTimes path={path} window={window} />
        <span className="by-grow" />
        <Button
          type="text"
          size="small"
          danger
          // Undefined rather than false, because the whole editor may be read-only.
          disabled={plan.windows.length < 2 || undefined}
          onClick={() => {
            setPlan(withoutWindow(plan, index));
            onGone();
          }}
        >
          {t({ zh: '删除时段', en: 'Delete period' })}
        </Button>
      </header>
      <div className="te-ladder">
        <LadderTable path={path} window={window} />
        {window.steps.length > 0 && (
          <Staircase
            steps={window.steps}
            caps={caps}
            label={t({ zh: '{name}的价格阶梯', en: 'Price ladder of {name}' }, { name: name(window) })}
          />
        )}
      </div>
      <details className="te-more">
        <summary>{t({ zh: '名称、日期与季节', en: 'Name, days and season' })}</summary>
        <NameBox path={`${path}.name`} />
        <Line label={{ zh: '适用日期', en: 'Days' }}>
          <DaysBox path={`${path}.days`} label={{ zh: '适用日期', en: 'Days' }} />
        </Line>
        <OptionLine
          path={`${path}.season`}
          label={{ zh: '季节', en: 'Season' }}
          fresh={freshSeason}
          hint={{ zh: '全年', en: 'All year' }}
        >
          <SeasonBox path={`${path}.season`} />
        </OptionLine>
      </details>
    </section>
  );
}

function WindowTimes({ path, window }: { path: string; window: Window }) {
  const t = useText();
  const { set } = useValue<Window>(path);
  if (window.from === undefined)
    return (
      <span className="te-say">
        <Say zh="不分时段，全天计费" en="open around the clock" />
        <Button type="link" size="small" onClick={() => set({ ...window, from: '08:00', to: '20:00' })}>
          {t({ zh: '限定时间', en: 'Limit to hours' })}
        </Button>
      </span>
    );
  const { from: _, to: __, ...always } = window;
  return (
    <span className="te-say">
      <ClockBox path={`${path}.from`} label={{ zh: '开始时间', en: 'From' }} />
      <Say zh="至" en="to" />
      <ClockBox path={`${path}.to`} label={{ zh: '结束时间', en: 'To' }} />
      {window.to! <= window.from && <Say zh="（次日）" en="(next day)" />}
      <Button type="link" size="small" onClick={() => set(always)}>
        {t({ zh: '改为全天', en: 'All day' })}
      </Button>
    </span>
  );
}

function LadderTable({ path, window }: { path: string; window: Window }) {
  const t = useText();
  const { set } = useValue<Window['steps']>(`${path}.steps`);
  const { steps } = window;
  return (
    <div className="te-steps" data-path={`${path}.steps`}>
      {steps.length === 0 ? (
        <p className="by-faint">{t({ zh: '此时段免费', en: 'This period is free of charge' })}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t({ zh: '停车时长', en: 'Stay' })}</th>
              <th scope="col">{t({ zh: '单价', en: 'Price' })}</th>
              <th scope="col">{t({ zh: '每', en: 'per' })}</th>
              <th scope="col">{t({ zh: '不足一个单位', en: 'Unfinished unit' })}</th>
              <th scope="col">
                <span className="by-sr">{t({ zh: '操作', en: 'Actions' })}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.map((_, i) => (
              <StepRow
                // biome-ignore lint/suspicious/noArrayIndexKey: a step has no id
                key={i}
                path={`${path}.steps.${i}`}
                steps={steps}
                index={i}
                onRemove={() => set(removeStep(steps, i))}
              />
            ))}
          </tbody>
        </table>
      )}
      <Button type="link" size="small" onClick={() => set(addStep(steps))}>
        {steps.length === 0 ? t({ zh: '+ 设置价格', en: '+ Set a price' }) : t({ zh: '+ 加一级', en: '+ Add a step' })}
      </Button>
    </div>
  );
}

function StepRow({
  path,
  steps,
  index,
  onRemove,
}: {
  path: string;
  steps: Window['steps'];
  index: number;
  onRemove: () => void;
}) {
  const t = useText();
  const step = steps[index]!;
  const begin = stepEnds(steps)[index - 1] ?? 0;
  return (
    <tr>
      <td>
        <span className="te-say">
          <span className="te-begin by-figure">{begin === 0 ? '0' : t(spanWords(begin))}</span>
          <span aria-hidden="true">–</span>
          <StepEnd path={path} steps={steps} index={index} />
        </span>
      </td>
      <td data-label={t({ zh: '单价', en: 'costs' })}>
        <MoneyBox path={`${path}.priceFen`} label={{ zh: '单价（元）', en: 'Price' }} width={80} />
      </td>
      <td data-label={t({ zh: '每', en: 'per' })}>
        <SpanBox
          path={`${path}.unitMinutes`}
          label={{ zh: '计费单位（分钟）', en: 'Unit (minutes)' }}
          placeholder={{ zh: '整段一次', en: 'once' }}
          width={80}
          isOptional
        />
      </td>
      <td className="te-part">
        {step.unitMinutes === undefined ? <span className="by-faint">—</span> : <PartBox path={`${path}.part`} />}
        <StepOptions path={path} step={step} />
      </td>
      <td>
        <Button
          type="text"
          size="small"
          aria-label={t({ zh: '删除第{n}级', en: 'Delete step {n}' }, { n: index + 1 })}
          onClick={onRemove}
        >
          ×
        </Button>
      </td>
    </tr>
  );
}

/** Where a step ends: by time or by units. */
function StepEnd({ path, steps, index }: { path: string; steps: Window['steps']; index: number }) {
  const t = useText();
  const { set } = useValue<Step>(path);
  const step = steps[index]!;
  const isByUnits = step.upToUnits !== undefined;
  const canCount = isByUnits || (step.unitMinutes !== undefined && step.part !== 'share');
  return (
    <>
      {isByUnits ? (
        <CountBox
          path={`${path}.upToUnits`}
          label={{ zh: '到第几个单位', en: 'Up to unit number' }}
          unit={{ zh: '个单位', en: 'units' }}
          min={1}
          max={10_000}
          width={96}
        />
      ) : (
        <SpanBox
          path={`${path}.upToMinutes`}
          label={{ zh: '到（分钟）', en: 'Up to (minutes)' }}
          placeholder={{ zh: '不限', en: 'no end' }}
          width={80}
          isOptional={index === steps.length - 1}
        />
      )}
      {canCount && (
        <Button type="link" size="small" onClick={() => set(switchEnd(steps, index))}>
          {isByUnits ? t({ zh: '改按时长', en: 'by time' }) : t({ zh: '改按单位数', en: 'by units' })}
        </Button>
      )}
    </>
  );
}

const ownBorders = [
  { value: 'plan', label: { zh: '跨时段：同方案', en: 'at borders: as in the plan' } },
  ...borders.map(({ value, label }) => ({
    value,
    label: { zh: `跨时段：${label.zh}`, en: `at borders: ${label.en}` },
  })),
] as const;

/** Options of the units of one step; hidden where they cannot matter. */
function StepOptions({ path, step }: { path: string; step: Step }) {
  const t = useText();
  const { plan } = usePlan(path.split('.').slice(0, 2).join('.'));
  const finishes = useValue<boolean>(`${path}.finishesUnit`);
  const canFinish = step.upToMinutes !== undefined && step.unitMinutes !== undefined && step.part !== 'share';
  return (
    <span className="te-say">
      {(canFinish || step.finishesUnit !== undefined) && (
        <span data-path={`${path}.finishesUnit`}>
          <Checkbox
            checked={step.finishesUnit === true}
            onChange={(event) => finishes.set(event.target.checked || undefined)}
          >
            {t({ zh: '用满最后一个单位', en: 'complete the last unit' })}
          </Checkbox>
        </span>
      )}
      {(plan.windows.length > 1 || step.border !== undefined) && (
        <ChoiceBox
          path={`${path}.border`}
          label={{ zh: '此级跨时段的单位', en: 'A unit of this step across a border' }}
          byDefault="plan"
          options={ownBorders}
        />
      )}
    </span>
  );
}

const parts = [
  { value: 'whole', zh: '按一个单位', en: 'counts whole' },
  { value: 'none', zh: '不计费', en: 'is free' },
  { value: 'share', zh: '按比例', en: 'by its share' },
  { value: 'from', zh: '满若干分钟计', en: 'from minutes on' },
] as const;

type Part = NonNullable<Window['steps'][number]['part']>;

/** The price of a partial unit. */
function PartBox({ path }: { path: string }) {
  const t = useText();
  const { value = 'whole', set } = useValue<Part>(path);
  const isFrom = typeof value === 'object';
  return (
    <span className="te-say" data-path={path}>
      <Select
        popupMatchSelectWidth={false}
        aria-label={t({ zh: '不足一个单位', en: 'Unfinished unit' })}
        value={isFrom ? 'from' : value}
        options={parts.map((one) => ({ value: one.value, label: t(one) }))}
        onChange={(next: (typeof parts)[number]['value']) =>
          set(next === 'from' ? { fromMinutes: 15 } : next === 'whole' ? undefined : next)
        }
      />
      {isFrom && (
        <TypedInput
          kind={wholeKind(1, 1440, 5)}
          value={value.fromMinutes}
          onChange={(minutes) => minutes !== undefined && set({ fromMinutes: minutes })}
          label={{ zh: '满多少分钟计一个单位', en: 'Minutes from which a unit is charged' }}
          unit={{ zh: '分', en: 'min' }}
          width={76}
          path={`${path}.fromMinutes`}
        />
      )}
    </span>
  );
}
