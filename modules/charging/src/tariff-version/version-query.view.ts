import type { Label, Output } from '@boyun/kernel/contract';
import { call, queryClient, refreshLists, useLanguage } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { getVersions } from './tariff-version.contract.ts';
import { VersionState } from './version-state.contract.ts';

/** A version of a rule as the pages have it. */
export type Version = Output<typeof getVersions>['versions'][number];

/** The versions of a rule, newest first. */
export function useVersions(ruleId: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['charge-rule', ruleId, 'versions', language],
    queryFn: async ({ signal }) => (await call(getVersions, { id: ruleId }, { signal, isQuiet: true })).versions,
  });
}

/** Asks anew for everything shown of a rule. */
export async function refreshRule(ruleId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(ruleId) }),
    refreshLists('charge-rule'),
  ]);
}

/** `v3 草稿`: how a version is called in a choice. */
export function versionLabel({ number, state }: Pick<Version, 'number' | 'state'>): Label {
  const word = VersionState[state];
  return { zh: `v${number} ${word.zh}`, en: `v${number} ${word.en.toLowerCase()}` };
}

const openStates: readonly string[] = ['draft', 'in-review', 'approved'];

/** The version in the making, if any. */
export function openVersion(versions: readonly Version[]): Version | undefined {
  return versions.find(({ state }) => openStates.includes(state));
}
