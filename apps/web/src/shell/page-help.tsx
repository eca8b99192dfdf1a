import { type PageHelp, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { helpDoors } from '../modules.ts';
import type { ShownPage } from '../page-registry.tsx';

/** Returns the help of a page, loaded from its module; null where it has none, undefined while loading. */
export function usePageHelp(page: ShownPage | null): PageHelp | null | undefined {
  const load = page?.module ? helpDoors[page.module] : undefined;
  const { data, isError } = useQuery({
    queryKey: ['page-help', page?.module],
    queryFn: async () => (await load!()).default,
    enabled: load !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!load || isError) return null;
  return data && (data[page!.key] ?? null);
}

/** What a page is for, how its work is done, and what its states mean. */
export function PageHelpText({ help }: { help: PageHelp }) {
  const t = useText();
  return (
    <div className="page-help">
      <p>{t(help.purpose)}</p>
      {help.steps.length > 0 && (
        <ul>
          {help.steps.map((one) => (
            <li key={one.en}>{t(one)}</li>
          ))}
        </ul>
      )}
      {help.states && (
        <>
          <h3>{t({ zh: '状态', en: 'States' })}</h3>
          <dl className="page-help-states">
            {help.states.map(({ state, means }) => (
              <div key={state.en}>
                <dt className={`by-tone-${state.tone}`}>
                  <span className="by-dot" aria-hidden />
                  {t(state)}
                </dt>
                <dd>{t(means)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  );
}
