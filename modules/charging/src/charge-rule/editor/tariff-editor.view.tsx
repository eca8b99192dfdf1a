import {
  type Calendar,
  type LintContext,
  type Plan,
  parseTariff,
  type Season,
  type Tariff,
  tariffTemplate,
} from '@boyun/domain/fee';
import { useText } from '@boyun/kernel/web';
import { Button, ConfigProvider, Segmented, Select, Tooltip } from 'antd';
import { Redo2, Undo2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { DayBand } from './band.view.tsx';
import { dayRows, piecesOf, seasonsOf, splitAt } from './day-row.view.ts';
import { copyPlan, emptyTariff, moved, newPlan } from './edit-tariff.view.ts';
import { type Editor, EditorContext, useEditor, usePlan } from './editor-context.view.ts';
import { changed, type History, redone, undone } from './history.view.ts';
import { type EditorExample, ExampleCard, FindingCard, ReadingCard, useFindings } from './live-panel.view.tsx';
import { NameBox } from './name-box.view.tsx';
import { PlanPanel } from './plan-panel.view.tsx';
import { PriceCurve } from './price-curve.view.tsx';
import { RawJson } from './raw-json.view.tsx';
import { TariffPanel } from './tariff-panel.view.tsx';
import { WhenPanel } from './when-panel.view.tsx';
import { WindowPanel } from './window-panel.view.tsx';
import './editor.css';

/** What the editor shows and changes. */
export interface TariffEditorProps {
  readonly history: History<Tariff>;
  readonly onHistory: (history: History<Tariff>) => void;
  /** Shown only: nothing can be changed. */
  readonly isReadOnly?: boolean;
  /** The version in force now, as a second line of the curve. */
  readonly inForce: Tariff | null;
  readonly examples: readonly EditorExample[];
  readonly calendar?: Calendar;
  /** IANA zone of the examples' wall-clock times. */
  readonly zone: string;
  readonly lintContext?: LintContext;
  /** At the end of the bar: saving and what follows. */
  readonly acts?: ReactNode;
}

/** The visual editor of a tariff; everything beside it follows every change at once. */
export function TariffEditor(props: TariffEditorProps) {
  const { history, onHistory, isReadOnly = false, inForce, examples, calendar, zone, lintContext } = props;
  const t = useText();
  const tariff = history.now;
  const [isRaw, setRaw] = useState(false);
  const [planIndex, setPlanIndex] = useState(0);
  const [wanted, setWanted] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const parsed = useMemo(() => parseTariff(tariff), [tariff]);
  const issues = Array.isArray(parsed) ? parsed : [];
  // While something is wrong, prices stay those of the last tariff that could be priced.
  const priced = useRef(tariff);
  if (issues.length === 0) priced.current = tariff;
  const findings = useFindings(priced.current, lintContext);
  const index = Math.min(planIndex, tariff.plans.length - 1);
  const plan = priced.current.plans[index] ?? priced.current.plans[0]!;
  const editor: Editor = {
    tariff,
    issues,
    change: isReadOnly ? () => undefined : (next, topic) => onHistory(changed(history, next, topic)),
  };

  const show = (path: string) => {
    const inPlan = /^plans\.(\d+)/.exec(path);
    if (inPlan) setPlanIndex(Number(inPlan[1]));
    setRaw(false);
    setWanted(path);
  };
  useEffect(() => {
    if (wanted === null || !root.current) return;
    focusPath(root.current, wanted);
    setWanted(null);
  }, [wanted]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (isReadOnly || (key !== 'z' && key !== 'y')) return;
    event.preventDefault();
    onHistory(key === 'y' || event.shiftKey ? redone(history) : undone(history));
  };
  return (
    <EditorContext value={editor}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears the keys of the controls in it */}
      <div className="te" ref={root} onKeyDown={onKeyDown}>
        <div className="te-bar">
          <Segmented
            value={isRaw ? 'json' : 'visual'}
            aria-label={t({ zh: '编辑方式', en: 'Way to edit' })}
            options={[
              { value: 'visual', label: t({ zh: '可视化', en: 'Visual' }) },
              { value: 'json', label: 'JSON' },
            ]}
            onChange={(next) => setRaw(next === 'json')}
          />
          <StepButton
            label={t({ zh: '撤销（Ctrl+Z）', en: 'Undo (Ctrl+Z)' })}
            icon={<Undo2 />}
            isOff={isReadOnly || history.past.length === 0}
            onAct={() => onHistory(undone(history))}
          />
          <StepButton
            label={t({ zh: '重做（Ctrl+Shift+Z）', en: 'Redo (Ctrl+Shift+Z)' })}
            icon={<Redo2 />}
            isOff={isReadOnly || history.future.length === 0}
            onAct={() => onHistory(redone(history))}
          />
          {!isReadOnly && <StartOver />}
          <span className="by-grow" />
          {props.acts}
        </div>
        <div className="te-main">
          <div className="te-edit">
            <ConfigProvider componentDisabled={isReadOnly}>
              {isRaw ? (
                <RawJson />
              ) : (
                <>
                  <PlanTabs index={index} onChoose={setPlanIndex} />
                  <PlanEditor key={tariff.plans[index]!.id} path={`plans.${index}`} wanted={wanted} />
                  <section className="by-card-box te-card">
                    <h3 className="by-card-title">{t({ zh: '整个费率', en: 'The whole tariff' })}</h3>
                    <TariffPanel />
                  </section>
                </>
              )}
            </ConfigProvider>
          </div>
          <div className="te-live">
            <section className="by-card-box te-card">
              <h3 className="by-card-title">{t({ zh: '停多久、付多少', en: 'What a stay costs' })}</h3>
              <PriceCurve tariff={priced.current} plan={plan} inForce={inForce} />
            </section>
            <FindingCard issues={issues} findings={findings} onShow={show} />
            <ReadingCard tariff={priced.current} />
            <ExampleCard tariff={priced.current} examples={examples} calendar={calendar} zone={zone} />
          </div>
        </div>
      </div>
    </EditorContext>
  );
}

function StepButton({
  label,
  icon,
  isOff,
  onAct,
}: {
  label: string;
  icon: ReactNode;
  isOff: boolean;
  onAct: () => void;
}) {
  return (
    <Tooltip title={label}>
      <Button type="text" aria-label={label} icon={icon} disabled={isOff} onClick={onAct} />
    </Tooltip>
  );
}

/** Begins anew with a ready tariff or with nothing; as every change it can be undone. */
function StartOver() {
  const t = useText();
  const { tariff, change } = useEditor();
  const start = (id: string) => {
    const ready = tariffTemplate.find((one) => one.id === id)?.tariff;
    const next = ready ?? emptyTariff(tariff.name);
    const grace = next.grace ?? { minutes: 15, beyond: 'difference' as const };
    change({ ...next, id: tariff.id, version: tariff.version, name: tariff.name, grace });
  };
  return (
    <Select<string>
      className="te-start"
      popupMatchSelectWidth={false}
      aria-label={t({ zh: '套用模板', en: 'Start from a template' })}
      placeholder={t({ zh: '套用模板', en: 'Start from a template' })}
      value={null}
      showSearch={{ optionFilterProp: 'label' }}
      options={[
        { value: '', label: t({ zh: '空白', en: 'Empty' }) },
        ...tariffTemplate.map((one) => ({ value: one.id, label: t(one.name) })),
      ]}
      onChange={start}
    />
  );
}

/** Leads to the control of a path, or to the nearest thing around it. */
function focusPath(root: HTMLElement, path: string): void {
  for (let here = path; here !== ''; here = here.includes('.') ? here.slice(0, here.lastIndexOf('.')) : '') {
    const found = root.querySelector<HTMLElement>(`[data-path="${CSS.escape(here)}"]`);
    if (!found) continue;
    const details = found.closest('details');
    if (details) details.open = true;
    found.scrollIntoView({ block: 'center' });
    const control = found.matches('input') ? found : found.querySelector<HTMLElement>('input, button, [tabindex]');
    control?.focus();
    return;
  }
}

// What a further plan is most often for; its conditions are changed below.
const newEnergy = { name: { zh: '新能源', en: 'New energy' }, when: { plateColors: [5, 6] } };

/** The plans of the tariff in the order in which they are tried. */
function PlanTabs({ index, onChoose }: { index: number; onChoose: (index: number) => void }) {
  const t = useText();
  const { tariff, change } = useEditor();
  const { plans } = tariff;
  const set = (next: readonly Plan[], chosen: number) => {
    change({ ...tariff, plans: [...next] });
    onChoose(chosen);
  };
  const title = (plan: Plan, i: number) =>
    plan.name ? t(plan.name) : t({ zh: '方案{n}', en: 'Plan {n}' }, { n: i + 1 });
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
        + {t({ zh: '为部分车辆另设方案', en: 'A plan for some cars' })}
      </Button>
      {plans.length > 1 && (
        <>
          <Button
            type="text"
            size="small"
            disabled={index === 0}
            onClick={() => set(moved(plans, index, -1), index - 1)}
          >
            {t({ zh: '前移', en: 'Earlier' })}
          </Button>
          <Button
            type="text"
            size="small"
            disabled={index === plans.length - 1}
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

/** One plan: whom it is for, its day, the prices of the chosen period, and what else holds. */
function PlanEditor({ path, wanted }: { path: string; wanted: string | null }) {
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
        <h3 className="by-card-title">
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
                en: 'A double click on the band does the same; borders are dragged or moved with the arrow keys',
              })}
            >
              <Button size="small" onClick={cut}>
                {t({ zh: '拆分时段', en: 'Split period' })}
              </Button>
            </Tooltip>
          </span>
        </h3>
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
        <h3 className="by-card-title">{t({ zh: '免费、封顶与其他', en: 'Free time, caps and more' })}</h3>
        <PlanPanel path={path} />
        <details className="te-more" open={plan.when !== undefined}>
          <summary data-path={`${path}.when`}>
            {t({ zh: '适用车辆与条件', en: 'Which cars and stays it is for' })}
          </summary>
          <NameBox path={`${path}.name`} />
          <WhenPanel path={`${path}.when`} />
        </details>
      </section>
    </>
  );
}
