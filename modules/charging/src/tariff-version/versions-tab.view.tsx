import './version.css';
import { DurationText, Empty, ErrorState, Skeleton, StateDot, TimeText, useNow, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { VersionState } from '../charge-rule/version-state.contract.ts';
import { VersionActs } from './version-act.view.tsx';
import { VersionCompare } from './version-compare.view.tsx';
import { openVersion, useVersions, type Version } from './version-query.view.ts';

/** The versions of a rule: period in force, history, differences, and available operations. */
export function VersionsTab({ ruleId }: { ruleId: string }) {
  const asked = useVersions(ruleId);
  const [chosen, choose] = useState<number | null>(null);
  if (!asked.data) return asked.error ? <ErrorState error={asked.error} onRetry={asked.refetch} /> : <Skeleton />;
  const versions = asked.data;
  const shown =
    versions.find(({ number }) => number === chosen) ??
    openVersion(versions) ??
    versions.find(({ state }) => state === 'scheduled') ??
    versions.find(({ state }) => state === 'in-force') ??
    versions[0];
  return (
    <div className="version-tab">
      <aside className="version-line">
        <VersionList versions={versions} shown={shown} onChoose={choose} />
      </aside>
      <div className="version-shown">
        <VersionActs ruleId={ruleId} versions={versions} shown={shown} />
        {shown ? (
          <>
            <Course version={shown} />
            <VersionCompare key={shown.number} ruleId={ruleId} versions={versions} newer={shown} />
          </>
        ) : (
          <Empty
            title={{ zh: '还没有版本', en: 'No versions yet' }}
            hint={{ zh: '在“编辑”中填写收费规则并保存草稿', en: 'Enter the tariff in the editor and save the draft' }}
          />
        )}
      </div>
    </div>
  );
}

function VersionList({
  versions,
  shown,
  onChoose,
}: {
  versions: readonly Version[];
  shown: Version | undefined;
  onChoose: (number: number) => void;
}) {
  const t = useText();
  return (
    <ol aria-label={t({ zh: '版本', en: 'Versions' })}>
      {versions.map((one) => (
        <li key={one.number} className={`version-item is-${one.state}`}>
          <button type="button" aria-current={one === shown} onClick={() => onChoose(one.number)}>
            <span className="version-item-head">
              <b className="by-figure">v{one.number}</b>
              <StateDot tone={VersionState[one.state].tone} label={VersionState[one.state]} />
            </span>
            <Span version={one} />
            {one.note && <span className="version-note">{one.note}</span>}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The period in which a version is or was in force; for an open one, when it was last changed. */
function Span({ version }: { version: Version }) {
  const t = useText();
  const { effectiveFrom, effectiveUntil, state } = version;
  if (!effectiveFrom)
    return (
      <span className="version-when">
        {t({ zh: '修改于', en: 'Changed' })} <TimeText at={version.updatedAt} style="minute" />
      </span>
    );
  return (
    <span className={state === 'withdrawn' ? 'version-when is-off' : 'version-when'}>
      {!effectiveUntil && t({ zh: '', en: 'from ' })}
      <TimeText at={effectiveFrom} style="minute" />
      {effectiveUntil ? ' – ' : t({ zh: ' 起', en: '' })}
      {effectiveUntil && <TimeText at={effectiveUntil} style="minute" />}
    </span>
  );
}

/** The steps of a version, with account and time; future steps are faint. */
function Course({ version }: { version: Version }) {
  const t = useText();
  const steps = [
    { label: { zh: '创建', en: 'Created' }, by: version.madeBy, at: version.createdAt },
    { label: { zh: '提交', en: 'Submitted' }, by: version.submittedBy, at: version.submittedAt },
    { label: { zh: '审核通过', en: 'Approved' }, by: version.approvedBy, at: version.approvedAt },
    { label: { zh: '发布', en: 'Published' }, by: version.publishedBy, at: version.publishedAt },
    version.withdrawnAt
      ? { label: { zh: '撤回', en: 'Withdrawn' }, by: version.withdrawnBy, at: version.withdrawnAt }
      : { label: { zh: '生效', en: 'In force' }, by: null, at: version.effectiveFrom },
  ];
  return (
    <ol className="version-course" aria-label={t({ zh: '流程', en: 'Course' })}>
      {steps.map((step) => (
        <li key={step.label.en} className={step.at ? 'is-done' : ''}>
          <span className="version-step">{t(step.label)}</span>
          {step.at ? <TimeText at={step.at} style="minute" /> : <span className="by-faint">—</span>}
          <span className="by-faint">
            {step.by ?? (version.state === 'scheduled' && step.at && <Until at={step.at} />)}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Until({ at }: { at: Date }) {
  const t = useText();
  const moment = useNow(60_000);
  return (
    <>
      {t({ zh: '还有', en: 'in' })} <DurationText seconds={(at.getTime() - moment.getTime()) / 1000} />
    </>
  );
}
