import type { Plan, Season } from '@boyun/domain/fee';
import { useText } from '@boyun/kernel/web';
import { Button, Segmented, Select, Tooltip } from 'antd';
import { useEffect, useState } from 'react';
import { DayBand } from './band.view.tsx';
import { dayRows, piecesOf, seasonsOf, splitAt } from './day-row.view.ts';
import { copyPlan, moved, newPlan } from './edit-tariff.view.ts';
import { useEditor, usePlan } from './editor-context.view.ts';
import { NameBox } from './name-box.view.tsx';
import { PlanPanel } from './plan-panel.view.tsx';
import { WhenPanel } from './when-panel.view.tsx';
import { WindowPanel } from './window-panel.view.tsx';

// The most common purpose of an additional plan; its conditions can be changed below.
const newEnergy = { name: { zh: '新能源', en: 'New energy' }, when: { plateColors: [5, 6] } };

/** The plans of the tariff in order of evaluation. */
export function PlanTabs({ index, onChoose }: { index: number; onChoose: (index: number) => void }) {
  const t = useText();
  const { tariff, change } = useEditor();
  const { plans } = tariff;
  const set = (next: readonly Plan[], chosen: number) => {
    change({ ...tariff, plans: [...next] });
    onChoose(chosen);
  };
  const title = (plan: Plan, i: number) => {
    if (plan.name) return t(plan.name);
    return plan.when ? t({ zh: '方案{n}', en: 'Plan {n}' }, { n: i + 1 }) : t({ zh: '其他车辆', en: 'All other cars' });
  };
  return (
    <div className="te-plans" data-path="plans">
      {plans.length > 1 && (
        <Segmented
          value={index}
          aria-label={t({ zh: '方案', en: 'Plan' })}
          options={plans.map((plan, i) => ({ value: i, label: title(plan, i) }))}
          onChange={onChoose}
        />
      )}
      <Button type="link" size="small" onClick={() => set([{ ...newPlan(plans), ...newEnergy }, ...plans], 0)}>
        + {t({ zh: '为部分车辆另设方案', en: 'Add a plan for some vehicles' })}
      </Button>
      {plans.length > 1 && (
        <>
          <Button
            type="text"
            size="small"
            // Undefined rather than false, because the whole editor may be read-only.
            disabled={index === 0 || undefined}
            onClick={() => set(moved(plans, index, -1), index - 1)}
          >
            {t({ zh: '前移', en: 'Earlier' })}
          </Button>
          <Button
            type="text"
            size="small"
            disabled={index === plans.length - 1 || undefined}
            onClick={() => set(moved(plans, index, 1), index + 1)}
          >
            {t({ zh: '后移', en: 'Later' })}
          </Button>
          <Button type="text" size="small" onClick={() => set(copyPlan(tariff, index).plans, index + 1)}>
            {t({ zh: '复制', en: 'Copy' })}
          </Button>
          <Button
            type="text"
            size="small"
            danger
            onClick={() =>
              set(
                plans.filter((_, i) => i !== index),
                Math.max(0, index - 1),
              )
            }
          >
            {t({ zh: '删除方案', en: 'Delete' })}
          </Button>
        </>
      )}
    </div>
  );
}

/** One plan: its conditions, its day, the prices of the selected period, and other rules. */
export function PlanEditor({ path, wanted }: { path: string; wanted: string | null }) {
  const t = useText();
  const { plan, setPlan } = usePlan(path);
  const seasons = seasonsOf(plan);
  const [season, setSeason] = useState<Season | undefined>(seasons[0]);
  const [picked, setPicked] = useState(0);
  const asked = /^plans\.\d+\.windows\.(\d+)/.exec(wanted ?? '');
  const chosen = Math.min(asked ? Number(asked[1]) : picked, plan.windows.length - 1);
  useEffect(() => {
    if (asked) setPicked(Number(asked[1]));
  }, [asked]);
  const rows = dayRows(plan);
  const cut = () => {
    for (const row of rows) {
      const pieces = piecesOf(plan, row, season).filter((piece) => piece.window === chosen);
      const piece = pieces.sort((a, b) => b.to - b.from - (a.to - a.from))[0];
      if (!piece) continue;
      const isWhole = piece.to - piece.from === 1440;
      setPlan(splitAt(plan, row, isWhole ? 480 : Math.round((piece.from + piece.to) / 30) * 15, season));
      return;
    }
  };
  return (
    <>
      <section className="by-card-box te-card">
        <h2 className="by-card-title">
          {t({ zh: '时段与价格', en: 'Periods and prices' })}
          <span className="by-row">
            {seasons.length > 0 && (
              <Select
                size="small"
                aria-label={t({ zh: '季节', en: 'Season' })}
                value={season ? `${season.from} – ${season.to}` : ''}
                options={[
                  ...seasons.map((one) => ({ value: `${one.from} – ${one.to}`, label: `${one.from} – ${one.to}` })),
                  { value: '', label: t({ zh: '其余日子', en: 'Rest of the year' }) },
                ]}
                onChange={(next) => setSeason(seasons.find((one) => `${one.from} – ${one.to}` === next))}
              />
            )}
            <Tooltip
              title={t({
                zh: '双击时段带也可拆分；分界可拖动，或用方向键移动',
                en: 'Double-clicking the band does the same; drag borders or move them with the arrow keys',
              })}
            >
              <Button size="small" onClick={cut}>
                {t({ zh: '拆分时段', en: 'Split period' })}
              </Button>
            </Tooltip>
          </span>
        </h2>
        <div data-path={`${path}.windows`}>
          <DayBand
            path={path}
            season={season}
            chosen={chosen}
            onChoose={(window) => window >= 0 && setPicked(window)}
          />
        </div>
        {plan.windows.length === 0 ? (
          <Button type="link" onClick={() => setPlan({ ...plan, windows: newPlan([]).windows })}>
            {t({ zh: '此方案免费。+ 设置价格', en: 'This plan is free of charge. + Set a price' })}
          </Button>
        ) : (
          <WindowPanel key={chosen} planPath={path} index={chosen} onGone={() => setPicked(0)} />
        )}
      </section>
      <section className="by-card-box te-card">
        <h2 className="by-card-title">{t({ zh: '免费、封顶与其他', en: 'Free time, caps and more' })}</h2>
        <PlanPanel path={path} />
        <details className="te-more" open={plan.when !== undefined}>
          <summary data-path={`${path}.when`}>{t({ zh: '适用车辆与条件', en: 'Applicable cars and stays' })}</summary>
          <NameBox path={`${path}.name`} />
          <WhenPanel path={`${path}.when`} />
        </details>
      </section>
    </>
  );
}
