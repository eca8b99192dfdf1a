import { call, ErrorState, Money, Skeleton, TimeText, useLanguage, useText } from '@boyun/kernel/web';
import { AccountKind } from '@boyun/money/contract';
import { useQuery } from '@tanstack/react-query';
import { getTransaction, LedgerSubject } from '../book/ledger-line.contract.ts';
import '../settlement-page/settlement.css';

/** All entries of the transaction of a line: debits and credits that add up. */
export function TransactionView({ transactionId }: { transactionId: string }) {
  const t = useText();
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ['ledger-transaction', transactionId, language],
    queryFn: ({ signal }) => call(getTransaction, { transactionId }, { signal, isQuiet: true }),
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={5} />;
  const { code, account, partyName, lotId, debitFen, creditFen } = getTransaction.output.entries.item!.fields!;
  return (
    <>
      <p className="by-row">
        <span className="by-tag">{t(LedgerSubject[data.subject])}</span>
        <b>{data.number}</b>
        <TimeText at={data.at} style="second" />
      </p>
      <div className="settlement-wide">
        <table className="settlement-table">
          <thead>
            <tr>
              {[code, account, partyName, lotId, debitFen, creditFen].map((one) => (
                <th key={one!.label.en} className={one!.kind === 'money' ? undefined : 'is-text'}>
                  {t(one!.label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.entries.map((one, index) => (
              // The entries of a transaction never change.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <tr key={index}>
                <td className="is-text">{one.code}</td>
                <td className="is-text">{t(AccountKind[one.account])}</td>
                <td className="is-text">{one.partyName}</td>
                <td className="is-text">{(one as unknown as { lotName: string | null }).lotName}</td>
                <td>{one.debitFen !== null && <Money fen={one.debitFen} />}</td>
                <td>{one.creditFen !== null && <Money fen={one.creditFen} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
