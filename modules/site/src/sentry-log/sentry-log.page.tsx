import { ListPage } from '@boyun/kernel/web';
import { sentryLog } from './sentry-log.contract.ts';

/** Who came and went in the booths. */
export default function SentryLogPage() {
  return (
    <ListPage
      source={sentryLog}
      cells={{ kind: { width: 120 }, sentryId: { isGrowing: true }, note: { width: 220, isGrowing: true } }}
      empty={{
        title: { zh: '还没有岗亭日志', en: 'Nothing happened in the booths yet' },
        hint: {
          zh: '值班员上岗、交班清点与签收会自动记录在这里',
          en: 'Coming on duty, counting the cash and signing for it are noted here',
        },
      }}
    />
  );
}
