import type { ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  ErrorState,
  FieldList,
  ListPage,
  notify,
  refreshLists,
  Skeleton,
  timeText,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { DeliveryFailure, DeliveryKind, deliveryList, getDelivery, resendDelivery } from './webhook.contract.ts';

type Row = ReportRow<typeof deliveryList>;

const REFRESH_MS = 10_000;
/** The deliveries with their attempts and responses. */
export function Deliveries() {
  const t = useText();
  return (
    <ListPage
      source={deliveryList}
      everyMs={REFRESH_MS}
      columns={[
        'at',
        'webhookName',
        'kind',
        'state',
        'attemptCount',
        'lastStatus',
        'lastFailure',
        'lastTookMs',
        'nextAt',
        'deliveredAt',
      ]}
      filters={['kind', 'state', 'from', 'to']}
      cells={{
        at: { width: 156 },
        webhookName: { width: 150 },
        kind: {
          width: 220,
          isGrowing: true,
          cell: (row) => (
            <>
              {t(DeliveryKind[row.kind]!)} <code className="by-faint">{row.kind}</code>
            </>
          ),
        },
        state: { width: 100 },
        attemptCount: { width: 90 },
        lastStatus: { width: 84 },
        lastFailure: { width: 170 },
        lastTookMs: { isHiddenAtFirst: true },
        nextAt: { width: 156 },
        deliveredAt: { isHiddenAtFirst: true },
      }}
      rowClass={(row) => (row.state === 'failed' ? 'is-bad' : row.lastFailure ? 'is-warn' : undefined)}
      detailTitle={(row) => `${row.webhookName} · ${row.kind}`}
      detailWidth={680}
      detailActs={(row) => (
        <ActButton
          size="small"
          access={resendDelivery.access}
          onAct={async () => {
            await call(resendDelivery, { deliveryId: row.id });
            notify('good', { zh: '已加入投递队列', en: 'Queued for sending' });
            await refreshLists(deliveryList.name);
          }}
        >
          {t(resendDelivery.title)}
        </ActButton>
      )}
      detail={(row) => <Delivery row={row} />}
      empty={{
        title: { zh: '还没有投递', en: 'No deliveries yet' },
        hint: {
          zh: '订阅的事件发生后会出现在这里，保留30天',
          en: 'Deliveries appear here and are kept for 30 days',
        },
      }}
    />
  );
}

function Delivery({ row }: { row: Row }) {
  const t = useText();
  const asked = useQuery({
    queryKey: ['list', deliveryList.name, 'one', row.id, row.attemptCount],
    queryFn: () => call(getDelivery, { deliveryId: row.id }, { isQuiet: true }),
  });
  return (
    <>
      <FieldList
        fields={deliveryList.columns}
        keys={['state', 'at', 'attemptCount', 'nextAt', 'deliveredAt', 'lastTookMs']}
        row={row}
      />
      {asked.isPending ? (
        <Skeleton lines={6} />
      ) : asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <>
          <h3>{t(getDelivery.output.attempts.label)}</h3>
          <ol className="open-api-attempts">
            {asked.data.attempts.map((one) => (
              <li key={one.at.toISOString()}>
                <span className="by-figure">{timeText(one.at, 'second')}</span>{' '}
                <b className={one.failure ? 'open-api-bad' : 'open-api-good'}>
                  {one.status ?? ''} {one.failure ? t(DeliveryFailure[one.failure]) : t({ zh: '已送达', en: 'Taken' })}
                </b>{' '}
                <span className="by-faint">{one.tookMs} ms</span>
                {(one.detail || one.answer) && <pre>{[one.detail, one.answer].filter(Boolean).join('\n')}</pre>}
              </li>
            ))}
          </ol>
          <h3>{t(getDelivery.output.body.label)}</h3>
          <pre className="open-api-code">{pretty(asked.data.body)}</pre>
        </>
      )}
    </>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
