import type { Label, Output } from '@boyun/kernel/contract';
import { call, queryClient, refreshLists, useLanguage } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { VersionState } from '../charge-rule/version-state.contract.ts';
import { getVersions } from './tariff-version.contract.ts';

/** A version of a rule as returned to the pages. */
export type Version = Output<typeof getVersions>['versions'][number];

/** Returns the versions of a rule, newest first. */
export function useVersions(ruleId: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['charge-rule', ruleId, 'versions', language],
    queryFn: async ({ signal }) => (await call(getVersions, { id: ruleId }, { signal, isQuiet: true })).versions,
  });
}

/** Refetches everything shown of a rule. */
export async function refreshRule(ruleId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(ruleId) }),
    refreshLists('charge-rule'),
  ]);
}

/** Returns the label of a version in a list of choices: `v3 草稿`. */
export function versionLabel({ number, state }: Pick<Version, 'number' | 'state'>): Label {
  const word = VersionState[state];
  return { zh: `v${number} ${word.zh}`, en: `v${number} ${word.en.toLowerCase()}` };
}

const openStates: readonly string[] = ['draft', 'in-review', 'approved'];

/** Returns the open version (not yet published), if any. */
export function openVersion(versions: readonly Version[]): Version | undefined {
  return versions.find(({ state }) => openStates.includes(state));
}
