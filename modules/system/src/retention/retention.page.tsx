import './retention.css';
import {
  call,
  can,
  ErrorState,
  notify,
  numberText,
  RecordForm,
  Skeleton,
  TimeText,
  useFormStart,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { getRetention, saveRetention, TERMS, type TermKey } from './retention.contract.ts';

const { version: _version, ...FIELDS } = saveRetention.input;
const KIND = getRetention.output.kinds.item!.fields!;
const COLUMNS = ['oldestAt', 'rowCount', 'kilobytes', 'lastRunAt', 'lastCount', 'totalCount'] as const;
const FIGURES: readonly string[] = ['rowCount', 'kilobytes', 'lastCount', 'totalCount'];

/** Retention terms by kind, with stored amounts and the result of the last run. */
export default function RetentionPage() {
  const t = useText();
  const asked = useQuery({
    queryKey: ['retention'],
    queryFn: ({ signal }) => call(getRetention, {}, { signal, isQuiet: true }),
    staleTime: 0,
  });
  const { data } = asked;
  const [start, restart] = useFormStart(data);
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!data || !start) return <Skeleton lines={12} />;
  const isWaiting = new Date(data.beginsAt) > new Date(asked.dataUpdatedAt);
  return (
    <div className="by-page retention">
      <h1 className="by-sr">{t(getRetention.title)}</h1>
      <section className="by-card-box">
        <p className="by-faint">
          {t({
            zh: '超过期限的数据每天自动清理。在场车辆、欠费、未审核的申请和未办结的反馈所需的数据，在办结之前不清理；订单、支付、账目与统计数字始终保留。',
            en: 'Older data is removed daily. Data needed for cars inside, debts, open requests and open complaints is kept until they are settled. Orders, payments, the ledger and statistics are always kept.',
          })}
        </p>
        {isWaiting && (
          <p role="status">
            {t({
              zh: '尚未开始清理，默认期限生效时间：',
              en: 'No data is removed yet. The default terms apply from: ',
            })}
            <TimeText at={data.beginsAt} />
            {t({ zh: '；保存后立即生效。', en: '; saved terms apply immediately.' })}
          </p>
        )}
        <section
          className="retention-scroll"
          aria-label={t({ zh: '数据量', en: 'What is kept' })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
        >
          <Kinds kinds={data.kinds} daysOf={(key) => data[`${key}Days`]} />
        </section>
        <p className="by-faint">
          {t({
            zh: '条数与占用空间为估计值：按数据库统计信息和所占比例推算，图片按最近几张的平均大小推算。',
            en: 'Rows and storage are estimated from database statistics; pictures from the average size of the newest ones.',
          })}
        </p>
      </section>
      <section className="by-card-box">
        <fieldset disabled={!can(saveRetention.access)}>
          <RecordForm
            key={start.version}
            fields={FIELDS}
            initial={start}
            onSubmit={async (values) => {
              await call(saveRetention, { ...values, version: start.version });
              restart((await asked.refetch()).data);
              notify('good', { zh: '保存期限已更新', en: 'Terms saved' });
            }}
          />
        </fieldset>
      </section>
    </div>
  );
}

type Kind = Awaited<ReturnType<typeof call<typeof getRetention>>>['kinds'][number];

/** The stored amount of each kind; `daysOf` returns the term of a kind in days. */
function Kinds({ kinds, daysOf }: { kinds: readonly Kind[]; daysOf: (key: TermKey) => number }) {
  const t = useText();
  return (
    <table className="retention-kinds">
      <thead>
        <tr>
          <th scope="col">{t({ zh: '数据', en: 'Data' })}</th>
          <th scope="col" className="by-figure">
            {t({ zh: '期限（天）', en: 'Term (days)' })}
          </th>
          {COLUMNS.map((key) => (
            <th key={key} scope="col" className={FIGURES.includes(key) ? 'by-figure' : undefined}>
              {t(KIND[key]!.label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind.key}>
            <th scope="row">{t(TERMS[kind.key as TermKey].label)}</th>
            <td className="by-figure">{numberText(daysOf(kind.key as TermKey))}</td>
            {COLUMNS.map((key) => (
              <td key={key} className={FIGURES.includes(key) ? 'by-figure' : undefined}>
                {key === 'oldestAt' || key === 'lastRunAt' ? <TimeText at={kind[key]} /> : numberText(kind[key])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
