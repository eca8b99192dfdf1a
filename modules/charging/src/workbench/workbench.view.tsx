import './workbench.css';
import type { Label } from '@boyun/kernel/contract';
import { CrashGuard, ErrorState, getRow, Skeleton, StateDot, useLanguage, useSlots, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, lazy, Suspense, useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { chargeRule } from '../charge-rule/charge-rule.contract.ts';
import { VersionState } from '../charge-rule/version-state.contract.ts';
import { EditorTab } from './editor-tab.view.tsx';
import { useVersion } from './rule-query.view.ts';
import { ruleTabs } from './workbench-slot.view.ts';

const SimulatorTab = lazy(async () => ({ default: (await import('./simulator-tab.view.tsx')).SimulatorTab }));
const VersionsTab = lazy(async () => ({
  default: (await import('../tariff-version/versions-tab.view.tsx')).VersionsTab,
}));
const ExamplesTab = lazy(async () => ({
  default: (await import('./examples-tab.view.tsx')).ExamplesTab,
}));

const tabs = {
  editor: { zh: '编辑', en: 'Editor' },
  simulator: { zh: '试算', en: 'Simulator' },
  examples: { zh: '示例', en: 'Examples' },
  versions: { zh: '版本与发布', en: 'Versions' },
} as const;

/** The workbench of one rule: edit its tariff, simulate, compare with examples and past stays, review and publish. */
export default function Workbench({ ruleId }: { ruleId: string }) {
  const t = useText();
  const language = useLanguage();
  const [query, setQuery] = useSearchParams();
  const rule = useQuery({
    queryKey: ['list', chargeRule.name, 'row', ruleId, language],
    queryFn: ({ signal }) => getRow(chargeRule, ruleId, { signal, isQuiet: true }),
  });
  const version = useVersion(ruleId, null);
  const others = useSlots(ruleTabs);
  const { versions, ...first } = tabs;
  const labels: Readonly<Record<string, Label>> = {
    ...first,
    ...Object.fromEntries(others.map((one) => [one.key, one.label])),
    versions,
  };
  const asked = query.get('tab');
  const tab = asked && asked in labels ? asked : 'editor';
  const go = (next: string) => setQuery({ rule: ruleId, ...(next === 'editor' ? {} : { tab: next }) });
  const failed = rule.error ?? version.error;
  if (failed && (!rule.data || version.data === undefined))
    return (
      <ErrorState
        error={failed}
        onRetry={() => {
          void rule.refetch();
          void version.refetch();
        }}
      />
    );
  if (!rule.data || version.data === undefined) return <Skeleton lines={12} />;
  const row = rule.data;
  return (
    <div className="workbench">
      <header className="workbench-head">
        <Link
          to="/_cloud_operation/chargeRule"
          aria-label={t({ zh: '返回收费规则列表', en: 'Back to the charge rules' })}
        >
          ‹ {t(chargeRule.title)}
        </Link>
        <h1>{row.name}</h1>
        <span className="workbench-states">
          <VersionMark number={row.versionNumber} state={row.state} />
          <VersionMark number={row.openNumber} state={row.openState} />
        </span>
        <Tabs labels={labels} tab={tab} onChoose={go} />
      </header>
      <div id="workbench-panel" role="tabpanel" aria-labelledby={`workbench-${tab}`}>
        <CrashGuard>
          {/* The editor stays while another tab is looked at: nothing undone is lost. */}
          <div hidden={tab !== 'editor'}>
            <EditorTab
              ruleId={ruleId}
              ruleName={row.name}
              version={version.data}
              inForceNumber={row.versionNumber}
              onRelease={() => go('versions')}
            />
          </div>
          <Suspense fallback={<Skeleton lines={10} />}>
            {tab === 'simulator' && <SimulatorTab ruleId={ruleId} />}
            {tab === 'examples' && <ExamplesTab ruleId={ruleId} />}
            {others.map(({ key, Tab }) => tab === key && <Tab key={key} ruleId={ruleId} />)}
            {tab === 'versions' && <VersionsTab ruleId={ruleId} />}
          </Suspense>
        </CrashGuard>
      </div>
    </div>
  );
}

/** Number and state of a version; nothing where there is none. */
function VersionMark({ number, state }: { number: number | null; state: keyof typeof VersionState | null }) {
  if (number === null || !state) return null;
  return (
    <span>
      <b className="by-figure">v{number}</b> <StateDot tone={VersionState[state].tone} label={VersionState[state]} />
    </span>
  );
}

/** The tabs of the workbench; arrow keys choose the next one. */
function Tabs({
  labels,
  tab,
  onChoose,
}: {
  labels: Readonly<Record<string, Label>>;
  tab: string;
  onChoose: (key: string) => void;
}) {
  const t = useText();
  const keys = Object.keys(labels);
  // A phone has no room for all of them.
  useEffect(() => {
    document.getElementById(`workbench-${tab}`)?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [tab]);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = keys[(keys.indexOf(tab) + by + keys.length) % keys.length]!;
    onChoose(next);
    document.getElementById(`workbench-${next}`)?.focus();
  };
  return (
    <div
      className="workbench-tabs"
      role="tablist"
      aria-label={t({ zh: '工作台', en: 'Workbench' })}
      onKeyDown={onKeyDown}
    >
      {keys.map((key) => (
        <button
          key={key}
          id={`workbench-${key}`}
          type="button"
          role="tab"
          aria-selected={tab === key}
          aria-controls="workbench-panel"
          tabIndex={tab === key ? 0 : -1}
          onClick={() => onChoose(key)}
        >
          {t(labels[key]!)}
        </button>
      ))}
    </div>
  );
}
