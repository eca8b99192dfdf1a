import { call, ErrorState, Skeleton, useLanguage, useText } from '@boyun/kernel/web';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { Reading } from '../charge-rule/reading.view.tsx';
import { compareVersions } from './tariff-version.contract.ts';
import { type Version, versionLabel } from './version-query.view.ts';

/** Two versions side by side: their differences in words, and both in full. */
export function VersionCompare({
  ruleId,
  versions,
  newer,
}: {
  ruleId: string;
  versions: readonly Version[];
  newer: Version;
}) {
  const t = useText();
  const language = useLanguage();
  const [chosen, choose] = useState<number | null>(null);
  const other = versions.find(({ number }) => number === chosen && number !== newer.number) ?? baseOf(versions, newer);
  const asked = useQuery({
    queryKey: ['charge-rule', ruleId, 'compare', other?.number, newer.number, newer.version, language],
    queryFn: ({ signal }) =>
      call(compareVersions, { id: ruleId, a: other!.number, b: newer.number }, { signal, isQuiet: true }),
    placeholderData: keepPreviousData,
    enabled: other !== undefined,
  });
  if (!other)
    return (
      <section className="version-part">
        <h3>{t({ zh: '规则说明', en: 'In words' })}</h3>
        <Reading text={language === 'zh' ? newer.readingZh : newer.readingEn} />
      </section>
    );
  const differences = asked.data?.differences ?? [];
  return (
    <section className="version-part">
      <h3>
        {t({ zh: '与另一版本对比', en: 'Compared with' })}
        <Select
          size="small"
          aria-label={t({ zh: '对比的版本', en: 'Version to compare with' })}
          className="version-other"
          value={other.number}
          options={versions
            .filter(({ number }) => number !== newer.number)
            .map((one) => ({ value: one.number, label: t(versionLabel(one)) }))}
          onChange={choose}
        />
      </h3>
      {asked.error && <ErrorState error={asked.error} onRetry={() => asked.refetch()} />}
      {!asked.data && !asked.error && <Skeleton lines={3} />}
      {asked.data && differences.length === 0 && (
        <p className="version-same">{t({ zh: '两个版本收费完全相同', en: 'Both versions charge the same' })}</p>
      )}
      {differences.length > 0 && (
        <ol className="version-differences" aria-label={t({ zh: '变化', en: 'Changes' })}>
          {differences.map((one) => (
            <Difference key={one.en} text={one[language]} />
          ))}
        </ol>
      )}
      <div className="version-sides">
        {[other, newer].map((one) => (
          <div key={one.number}>
            <h4>{t(versionLabel(one))}</h4>
            <Reading text={language === 'zh' ? one.readingZh : one.readingEn} />
          </div>
        ))}
      </div>
    </section>
  );
}

/** Returns the default version to compare with: the one it was based on, otherwise the previous one. */
function baseOf(versions: readonly Version[], newer: Version): Version | undefined {
  return (
    versions.find(({ number }) => number === newer.baseNumber) ?? versions.find(({ number }) => number < newer.number)
  );
}

/** `时段：08:00 → 07:30` with the old and new values marked. */
function Difference({ text }: { text: string }) {
  const [before, after] = text.split(' → ');
  if (after === undefined) return <li>{text}</li>;
  const cut = Math.max(before!.lastIndexOf('：') + 1, before!.lastIndexOf(': ') + 2);
  return (
    <li>
      {before!.slice(0, cut)}
      <del>{before!.slice(cut)}</del> → <ins>{after}</ins>
    </li>
  );
}
