import { type ExampleStay, parseTariff, type Tariff } from '@boyun/domain/fee';
import { disabledReason, type Label, type Output } from '@boyun/kernel/contract';
import { ActButton, call, notify, tenantZone, useText, useUnsaved } from '@boyun/kernel/web';
import { Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { chargeRule } from '../charge-rule/charge-rule.contract.ts';
import { versionTransitions } from '../charge-rule/version-state.contract.ts';
import { type getVersion, saveDraft } from '../tariff-version/tariff-version.contract.ts';
import { refreshRule } from '../tariff-version/version-query.view.ts';
import { emptyTariff } from './editor/edit-tariff.view.ts';
import { changed, type History, historyOf } from './editor/history.view.ts';
import { TariffEditor } from './editor/tariff-editor.view.tsx';
import { readKept, storeDraft } from './kept-draft.view.ts';
import { useCalendar, useExamples, useVersion } from './rule-query.view.ts';

type ShownVersion = (Omit<Output<typeof getVersion>, 'tariff'> & { tariff: Tariff }) | null;

/** The editor of the open version, or of the one in force until the first change is saved as a draft. */
export function EditorTab({
  ruleId,
  ruleName,
  version,
  inForceNumber,
  onRelease,
}: {
  ruleId: string;
  ruleName: string;
  version: ShownVersion;
  inForceNumber: number | null;
  onRelease: () => void;
}) {
  const [query, setQuery] = useSearchParams();
  const isOpen = version !== null && ['draft', 'in-review', 'approved'].includes(version.state);
  const base = useMemo(() => version?.tariff ?? emptyTariff({ zh: ruleName, en: ruleName }), [version, ruleName]);
  const stand = `${isOpen ? version.number : ''} ${isOpen ? version.version : ''}`;
  const { work, setWork, isDirty } = useWork(ruleId, version, base, stand);
  const { history, saved } = work;
  const inForce = useVersion(ruleId, inForceNumber, inForceNumber === null || inForceNumber === version?.number);
  const current =
    inForceNumber === null ? null : inForceNumber === version?.number ? version.tariff : inForce.data?.tariff;
  const examples = useExamples(ruleId);
  const { calendar, lintContext } = useCalendar();
  const isLocked = isOpen && version.state !== 'draft';
  const isWrong = Array.isArray(useMemo(() => parseTariff(history.now), [history.now]));

  const [isBroken, setBroken] = useState(false);
  const save = async () => {
    const tariff = await saveTariff(ruleId, history.now, isOpen ? version : null);
    setWork((before) => ({
      ...before,
      saved: tariff,
      history: { ...before.history, now: before.history.now === history.now ? tariff : before.history.now },
    }));
    notify('good', { zh: '草稿已保存', en: 'Draft saved' });
    await refreshRule(ruleId);
  };
  const notSavable: Label | null = isLocked
    ? disabledReason(versionTransitions, 'save', version.state)
    : whyNotSavable({ isBroken, isWrong, isUnchanged: isOpen && !isDirty });
  return (
    <>
      {work.restored && isDirty && (
        <RestoredNote
          restored={work.restored}
          onDrop={() => setWork({ ...work, history: changed(history, saved), restored: null })}
        />
      )}
      {isLocked && <LockedNote number={version.number} />}
      <TariffEditor
        history={history}
        shownAtFirst={query.get('path') ?? undefined}
        onHistory={(next) => setWork({ ...work, history: next })}
        isReadOnly={isLocked}
        onBroken={setBroken}
        onTry={isDirty || !version ? undefined : (example) => setQuery(trialQuery(ruleId, version.number, example))}
        inForce={current ?? null}
        examples={examples.data ?? []}
        calendar={calendar}
        lintContext={lintContext}
        zone={tenantZone()}
        acts={
          <DraftActs isOpen={isOpen} isDirty={isDirty} notSavable={notSavable} onSave={save} onRelease={onRelease} />
        }
      />
    </>
  );
}

/** The tariff being edited, with what is saved; unsaved changes are kept in this browser. */
function useWork(ruleId: string, version: ShownVersion, base: Tariff, stand: string) {
  const [work, setWork] = useState(() => begin(ruleId, version, base, stand));
  // The draft on the server has changed: unsaved changes are kept, everything else is reset.
  if (work.stand !== stand) {
    const isUnsaved = JSON.stringify(work.history.now) !== JSON.stringify(work.saved);
    setWork({ stand, saved: base, history: isUnsaved ? work.history : historyOf(base), restored: work.restored });
  }
  const { history, saved } = work;
  const isDirty = history.now !== saved && JSON.stringify(history.now) !== JSON.stringify(saved);
  useUnsaved(isDirty);
  useEffect(() => {
    const kept = { tariff: history.now, number: version?.number ?? null, revision: version?.version ?? null };
    storeDraft(ruleId, isDirty ? kept : null);
  }, [ruleId, history.now, isDirty, version]);
  return { work, setWork, isDirty };
}

/** Saves a tariff as the draft of a rule, replacing `open` where there is one; returns it as stored. */
async function saveTariff(ruleId: string, tariff: Tariff, open: ShownVersion): Promise<Tariff> {
  const replaced = open ? { number: open.number, version: open.version } : {};
  const made = await call(saveDraft, { id: ruleId, tariff, ...replaced });
  return made.tariff as Tariff;
}

function whyNotSavable(of: { isBroken: boolean; isWrong: boolean; isUnchanged: boolean }): Label | null {
  if (of.isBroken) return { zh: '请先改正 JSON 中的错误', en: 'Correct the JSON errors first' };
  if (of.isWrong) return { zh: '请先改正“检查”中列出的错误', en: 'Correct the errors listed under the check first' };
  return of.isUnchanged ? { zh: '没有未保存的修改', en: 'No unsaved changes' } : null;
}

function RestoredNote({ restored, onDrop }: { restored: 'same' | 'outdated'; onDrop: () => void }) {
  const t = useText();
  return (
    <p className="workbench-note" role="status">
      {t(
        restored === 'outdated'
          ? {
              zh: '已恢复上次未保存的修改；此后规则有了新的内容，保存后以您的修改为准',
              en: 'Your unsaved changes were restored. The rule has changed since; saving overwrites it with your changes',
            }
          : { zh: '已恢复上次未保存的修改', en: 'Your unsaved changes were restored' },
      )}
      <Button type="link" size="small" onClick={onDrop}>
        {t({ zh: '放弃修改', en: 'Drop them' })}
      </Button>
    </p>
  );
}

function LockedNote({ number }: { number: number }) {
  const t = useText();
  return (
    <p className="workbench-note" role="status">
      {t(
        {
          zh: '版本 v{number} 已提交，退回后才能修改',
          en: 'Version {number} is under review and can be changed once it is returned',
        },
        { number },
      )}
    </p>
  );
}

/** Buttons to save the draft and to go on to its release. */
function DraftActs({
  isOpen,
  isDirty,
  notSavable,
  onSave,
  onRelease,
}: {
  isOpen: boolean;
  isDirty: boolean;
  notSavable: Label | null;
  onSave: () => Promise<void>;
  onRelease: () => void;
}) {
  const t = useText();
  return (
    <>
      <span className="by-small by-faint" role="status">
        {isDirty ? t({ zh: '有未保存的修改', en: 'Unsaved changes' }) : ''}
      </span>
      <ActButton
        access={chargeRule.can.update}
        type={isDirty || !isOpen ? 'primary' : 'default'}
        disabledReason={notSavable}
        onAct={onSave}
      >
        {t({ zh: '保存草稿', en: 'Save draft' })}
      </ActButton>
      <ActButton
        type={isOpen && !isDirty ? 'primary' : 'default'}
        disabledReason={isDirty || !isOpen ? { zh: '请先保存草稿', en: 'Save the draft first' } : null}
        onAct={onRelease}
      >
        {t({ zh: '审核与发布', en: 'Review and publish' })}
      </ActButton>
    </>
  );
}

/** The simulator address for a stay that shows a finding. */
function trialQuery(ruleId: string, number: number, stay: ExampleStay): Record<string, string> {
  const moment = (wall: string) => `${wall.replace('T', ' ')}:00`;
  return {
    rule: ruleId,
    tab: 'simulator',
    v: String(number),
    entry: moment(stay.entry),
    exit: moment(stay.exit),
    ...(stay.vehicleKind ? { kind: stay.vehicleKind } : {}),
    ...(stay.plateColor === undefined ? {} : { color: String(stay.plateColor) }),
    ...(stay.spotKind ? { spot: stay.spotKind } : {}),
  };
}

interface Work {
  /** Identifies draft and revision of `saved`. */
  readonly stand: string;
  readonly saved: Tariff;
  readonly history: History<Tariff>;
  /** Whether unsaved work was restored, and whether the rule has changed since. */
  readonly restored: 'same' | 'outdated' | null;
}

function begin(ruleId: string, version: ShownVersion, base: Tariff, stand: string): Work {
  const kept = readKept(ruleId);
  const history = historyOf(base);
  if (!kept) return { stand, saved: base, history, restored: null };
  const isSame = kept.number === (version?.number ?? null) && kept.revision === (version?.version ?? null);
  return { stand, saved: base, history: changed(history, kept.tariff), restored: isSame ? 'same' : 'outdated' };
}
