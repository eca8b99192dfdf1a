import type { Output } from '@boyun/kernel/contract';
import {
  call,
  FieldList,
  fieldText,
  Money,
  moneyText,
  Plate,
  PrintSheet,
  Skeleton,
  TimeText,
  timeText,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { PayChannel } from '@boyun/money/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { billColumns, getUnitBill, statementOutput } from '../unit-bill/unit-bill.contract.ts';
import type { getDeskBill } from '../unit-desk/unit-desk.contract.ts';
import './unit.css';

type Statement = Output<typeof getUnitBill>;
type Row = Readonly<Record<keyof typeof billColumns, unknown>> & { readonly id: string; readonly month: string };

const KEYS = Object.keys(billColumns).filter((key) => key !== 'id');
const visitFields = statementOutput.visits.item!.fields!;
const moveFields = statementOutput.moves.item!.fields!;

/** A bill with its visits and its money, and a button that prints it. */
export function UnitStatement({ of, row }: { of: typeof getUnitBill | typeof getDeskBill; row: Row }) {
  const t = useText();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['list', of.name, row.id, row.paidFen, row.refundedFen, language],
    queryFn: ({ signal }) => call(of, { id: row.id }, { signal, isQuiet: true }),
  });
  return (
    <>
      <FieldList fields={billColumns} keys={KEYS} row={row} />
      {data ? <Lines {...data} /> : <Skeleton lines={4} />}
      {data && (
        <div className="by-row">
          <PrintSheet
            text={{ zh: '打印对账单', en: 'Print the statement' }}
            title={`${t(getUnitBill.title)} ${data.unitName} ${row.month}`}
          >
            <Sheet row={row} statement={data} />
          </PrintSheet>
        </div>
      )}
    </>
  );
}

function Lines({ visits, moves }: Statement) {
  return (
    <>
      <Part title={statementOutput.visits.label}>
        {visits.map((one) => (
          <li key={one.id}>
            <span>
              <Plate text={one.plate} /> {one.hostName}
            </span>
            <TimeText at={one.leftAt} style="minute" />
            <Money fen={one.amountFen} />
          </li>
        ))}
      </Part>
      <Part title={statementOutput.moves.label}>
        {moves.map((one) => (
          <li key={one.id}>
            <span>
              <Channel of={one.channel} /> <span className="by-faint">{one.number}</span>
            </span>
            <TimeText at={one.at} style="minute" />
            <Money fen={one.amountFen} />
          </li>
        ))}
      </Part>
    </>
  );
}

function Channel({ of }: { of: Statement['moves'][number]['channel'] }) {
  return useText()(PayChannel[of]);
}

function Part({ title, children }: { title: { zh: string; en: string }; children: readonly ReactNode[] }) {
  const t = useText();
  if (children.length === 0) return null;
  return (
    <section className="unit-part">
      <h3>{t(title)}</h3>
      <ul className="unit-lines">{children}</ul>
    </section>
  );
}

/** What is printed: the amounts of the bill, its visits and its money. */
function Sheet({ row, statement }: { row: Row; statement: Statement }) {
  const t = useText();
  const { visits, moves } = statement;
  const printed = (key: keyof typeof billColumns) => {
    const field = billColumns[key];
    if (field.kind === 'instant') return timeText(row[key] as Date, 'minute');
    return (field.kind === 'money' ? '¥' : '') + fieldText(field, key, row, t);
  };
  return (
    <>
      <table>
        <tbody>
          {(KEYS as (keyof typeof billColumns)[])
            .filter((key) => row[key] !== null)
            .map((key) => (
              <tr key={key}>
                <th>{t(billColumns[key].label)}</th>
                <td className="is-number">{printed(key)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {visits.length > 0 && (
        <Table
          title={t(statementOutput.visits.label)}
          heads={['plate', 'hostName', 'enteredAt', 'leftAt', 'amountFen'].map((key) => t(visitFields[key]!.label))}
        >
          {visits.map((one) => (
            <tr key={one.id}>
              <td>{one.plate}</td>
              <td>{one.hostName}</td>
              <td>{timeText(one.enteredAt, 'minute')}</td>
              <td>{timeText(one.leftAt, 'minute')}</td>
              <td className="is-number">{moneyText(one.amountFen)}</td>
            </tr>
          ))}
        </Table>
      )}
      {moves.length > 0 && (
        <Table
          title={t(statementOutput.moves.label)}
          heads={['number', 'channel', 'at', 'amountFen'].map((key) => t(moveFields[key]!.label))}
        >
          {moves.map((one) => (
            <tr key={one.id}>
              <td>{one.number}</td>
              <td>{t(PayChannel[one.channel])}</td>
              <td>{timeText(one.at, 'minute')}</td>
              <td className="is-number">{moneyText(one.amountFen)}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

function Table({ title, heads, children }: { title: string; heads: readonly string[]; children: ReactNode }) {
  return (
    <>
      <h2>{title}</h2>
      <table>
        <thead>
          <tr>
            {heads.map((one) => (
              <th key={one}>{one}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </>
  );
}
