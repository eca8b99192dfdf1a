import {
  type Calendar,
  type ExampleStay,
  type LintContext,
  parseTariff,
  type Tariff,
  tariffTemplate,
} from '@boyun/domain/fee';
import { useText } from '@boyun/kernel/web';
import { Button, ConfigProvider, Segmented, Select, Tooltip } from 'antd';
import { Redo2, Undo2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { emptyTariff } from './edit-tariff.view.ts';
import { type Editor, EditorContext, useEditor } from './editor-context.view.ts';
import { useFindings } from './finding-query.view.ts';
import { changed, type History, redone, undone } from './history.view.ts';
import { type EditorExample, ExampleCard, FindingCard, ReadingCard } from './live-panel.view.tsx';
import { PlanEditor, PlanTabs } from './plan-editor.view.tsx';
import { PriceCurve } from './price-curve.view.tsx';
import { RawJson } from './raw-json.view.tsx';
import { TariffPanel } from './tariff-panel.view.tsx';
import './editor.css';

/** Props of the tariff editor. */
export interface TariffEditorProps {
  readonly history: History<Tariff>;
  readonly onHistory: (history: History<Tariff>) => void;
  /** Disables all changes. */
  readonly isReadOnly?: boolean;
  /** The version in force, drawn as a second line of the curve. */
  readonly inForce: Tariff | null;
  readonly examples: readonly EditorExample[];
  readonly calendar?: Calendar;
  /** IANA time zone of the example times. */
  readonly zone: string;
  readonly lintContext?: LintContext;
  /** Path of the plan and period shown initially. */
  readonly shownAtFirst?: string;
  /** Opens the simulator with the stay that shows a finding; omitted where this is not possible. */
  readonly onTry?: (example: ExampleStay) => void;
  /** Reports whether the typed JSON is invalid. */
  readonly onBroken?: (isBroken: boolean) => void;
  /** Buttons at the end of the toolbar: save and further steps. */
  readonly acts?: ReactNode;
}

const ignore = () => undefined;

/** The visual editor of a tariff, with previews that follow every change. */
export function TariffEditor(props: TariffEditorProps) {
  const { history, onHistory, isReadOnly = false, inForce, examples, calendar, zone, lintContext } = props;
  const t = useText();
  const tariff = history.now;
  const [isRaw, setRaw] = useState(false);
  const [planIndex, setPlanIndex] = useState(() => planOf(props.shownAtFirst) ?? 0);
  const [wanted, setWanted] = useState<string | null>(props.shownAtFirst ?? null);
  const root = useRef<HTMLDivElement>(null);
  const parsed = useMemo(() => parseTariff(tariff), [tariff]);
  const issues = Array.isArray(parsed) ? parsed : [];
  // While the tariff has errors, prices are those of the last valid one.
  const [lastValid, setLastValid] = useState(tariff);
  if (issues.length === 0 && lastValid !== tariff) setLastValid(tariff);
  const priced = issues.length === 0 ? tariff : lastValid;
  const findings = useFindings(priced, lintContext);
  const index = Math.min(planIndex, tariff.plans.length - 1);
  const plan = priced.plans[index] ?? priced.plans[0]!;
  const editor: Editor = {
    tariff,
    issues,
    change: isReadOnly ? () => undefined : (next, topic) => onHistory(changed(history, next, topic)),
  };

  const show = (path: string) => {
    setPlanIndex(planOf(path) ?? planIndex);
    setRaw(false);
    setWanted(path);
  };
  useEffect(() => {
    if (wanted === null || !root.current) return;
    focusPath(root.current, wanted);
    setWanted(null);
  }, [wanted]);

  return (
    <EditorContext value={editor}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears the keys of the controls in it */}
      <div className="te" ref={root} onKeyDown={(event) => undoByKey(event, props)}>
        <EditorBar {...props} isRaw={isRaw} onRaw={setRaw} />
        <div className="te-main">
          <div className="te-edit">
            <ConfigProvider componentDisabled={isReadOnly}>
              {isRaw ? (
                <RawJson onBroken={props.onBroken ?? ignore} />
              ) : (
                <VisualEditor index={index} wanted={wanted} onChoose={setPlanIndex} />
              )}
            </ConfigProvider>
          </div>
          <div className="te-live">
            <section className="by-card-box te-card">
              <h2 className="by-card-title">{t({ zh: '时长与费用', en: 'Cost by length of stay' })}</h2>
              <PriceCurve tariff={priced} plan={plan} inForce={inForce} />
            </section>
            <FindingCard issues={issues} findings={findings} onShow={show} onTry={props.onTry} />
            <ReadingCard tariff={priced} />
            <ExampleCard tariff={priced} examples={examples} calendar={calendar} zone={zone} />
          </div>
        </div>
      </div>
    </EditorContext>
  );
}

/** Undoes with Ctrl+Z, redoes with Ctrl+Shift+Z or Ctrl+Y. */
function undoByKey(event: KeyboardEvent, { history, onHistory, isReadOnly }: TariffEditorProps): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  if (isReadOnly || (key !== 'z' && key !== 'y')) return;
  event.preventDefault();
  onHistory(key === 'y' || event.shiftKey ? redone(history) : undone(history));
}

/** The toolbar: editing mode, undo and redo, templates, and the buttons of the page. */
function EditorBar({
  history,
  onHistory,
  isReadOnly = false,
  acts,
  isRaw,
  onRaw,
}: TariffEditorProps & { isRaw: boolean; onRaw: (isRaw: boolean) => void }) {
  const t = useText();
  return (
    <div className="te-bar">
      <Segmented
        value={isRaw ? 'json' : 'visual'}
        aria-label={t({ zh: '编辑方式', en: 'Editing mode' })}
        options={[
          { value: 'visual', label: t({ zh: '可视化', en: 'Visual' }) },
          { value: 'json', label: 'JSON' },
        ]}
        onChange={(next) => onRaw(next === 'json')}
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
      {acts}
    </div>
  );
}

/** The plans, and what belongs to the tariff as a whole. */
function VisualEditor({
  index,
  wanted,
  onChoose,
}: {
  index: number;
  /** Path of the control to be focused. */
  wanted: string | null;
  onChoose: (index: number) => void;
}) {
  const t = useText();
  const { tariff } = useEditor();
  return (
    <>
      <PlanTabs index={index} onChoose={onChoose} />
      <PlanEditor key={tariff.plans[index]!.id} path={`plans.${index}`} wanted={wanted} />
      <section className="by-card-box te-card">
        <h2 className="by-card-title">{t({ zh: '整个费率', en: 'The whole tariff' })}</h2>
        <TariffPanel />
      </section>
    </>
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

/** Starts over with a ready-made tariff or an empty one; like every change it can be undone. */
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
      aria-label={t({ zh: '套用模板', en: 'Use a template' })}
      placeholder={t({ zh: '套用模板', en: 'Use a template' })}
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

/** Returns the index of the plan a path leads into. */
function planOf(path: string | undefined): number | null {
  const found = /^plans\.(\d+)/.exec(path ?? '');
  return found ? Number(found[1]) : null;
}

/** Focuses the control of a path, or of its nearest ancestor. */
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
