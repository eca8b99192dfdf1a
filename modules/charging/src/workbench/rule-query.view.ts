import type { Calendar, LintContext, Tariff } from '@boyun/domain/fee';
import { CallFailure, call, dayText, list, now, useLanguage } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { chargeExample } from '../charge-example/charge-example.contract.ts';
import { holiday } from '../holiday/holiday.contract.ts';
import { getVersion } from '../tariff-version/tariff-version.contract.ts';

/**
 * Returns one version with its tariff; null means the open one, otherwise the one in force. Its data is null for a rule
 * without versions.
 */
export function useVersion(ruleId: string, number: number | null, isOff = false) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['charge-rule', ruleId, 'version', number, language],
    queryFn: async ({ signal }) => {
      try {
        const version = await call(getVersion, { id: ruleId, number }, { signal, isQuiet: true });
        return { ...version, tariff: version.tariff as Tariff };
      } catch (error) {
        if (error instanceof CallFailure && error.code === 'charging.no-draft') return null;
        throw error;
      }
    },
    enabled: !isOff,
  });
}

/** Returns the examples of a rule. */
export function useExamples(ruleId: string) {
  return useQuery({
    queryKey: ['list', chargeExample.name, ruleId, 'of the editor'],
    queryFn: async ({ signal }) =>
      (await list(chargeExample, { chargeRuleId: ruleId, page: 1, perPage: 200 }, { signal, isQuiet: true })).rows,
  });
}

/** Returns the tenant's holidays in the engine's form, and the years the linter may expect. */
export function useCalendar(): { calendar: Calendar | undefined; lintContext: LintContext | undefined } {
  const year = Number(dayText(now()).slice(0, 4));
  const asked = useQuery({
    queryKey: ['list', holiday.name, year, 'calendar'],
    queryFn: async ({ signal }) =>
      (
        await list(
          holiday,
          { dayFrom: `${year - 1}-01-01`, dayTo: `${year + 1}-12-31`, page: 1, perPage: 200 },
          { signal, isQuiet: true },
        )
      ).rows,
    staleTime: 60_000,
  });
  return useMemo(() => {
    if (!asked.data) return { calendar: undefined, lintContext: undefined };
    const calendar = Object.fromEntries(asked.data.map((one) => [one.day, one.kind]));
    const holidayYears = [...new Set(asked.data.map((one) => Number(one.day.slice(0, 4))))];
    return { calendar, lintContext: { years: [year], holidayYears } };
  }, [asked.data, year]);
}
