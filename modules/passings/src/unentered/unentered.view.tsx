import type { AlarmActProps } from '@boyun/alarms/web';
import { ActButton, call, can, notify, refreshLists, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { getUnentered, markUnentered, UnenteredObstacle } from './unentered.contract.ts';

/** Button on the alarm of an uncertain command: marks its car as not entered. */
export default function MarkUnentered({ alarm, onChanged }: AlarmActProps) {
  const t = useText();
  const { passingId } = alarm;
  const isAsked = alarm.kind === 'command-uncertain' && passingId !== null && can(markUnentered.access);
  const found = useQuery({
    // Shares the key prefix of the list of passings, so that a change to a passing refetches this query.
    queryKey: ['list', 'passing', 'unentered', passingId],
    queryFn: ({ signal }) => call(getUnentered, { passingId: passingId! }, { signal, isQuiet: true }),
    enabled: isAsked,
  }).data;
  if (!found || !isAsked || found.obstacle === 'not-let-in') return null;
  return (
    <ActButton
      access={markUnentered.access}
      disabledReason={found.obstacle && UnenteredObstacle[found.obstacle]}
      onAct={async () => {
        await call(markUnentered, { passingId });
        notify('good', {
          zh: `${found.plate} 按掉头处理，不计费，车位已释放`,
          en: `${found.plate} has turned back: no fee, and its spot is free`,
        });
        await refreshLists('passing');
        await onChanged();
      }}
    >
      {t(markUnentered.title)}
    </ActButton>
  );
}
