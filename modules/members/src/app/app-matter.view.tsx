import { parseYuan } from '@boyun/domain/money';
import { DriverProblem, moneyText, refusalText, timeText, useOneCall, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { AppPart } from './app-part.view.tsx';
import { driverPost, useDriver } from './driver-call.view.ts';

interface MatterWire {
  readonly Id: string;
  readonly Title: string;
  readonly Note: string | null;
  readonly At: string | null;
  readonly Amount: string | null;
  readonly State: string | null;
  readonly Tone: string | null;
  readonly Path: string | null;
}

interface MattersWire {
  readonly Title: string;
  readonly None: string;
  readonly Head: string | null;
  readonly Acts: readonly { Label: string; Path: string }[];
  readonly Rows: readonly MatterWire[];
}

/** The customer's things of one kind, each with the page that shows it. */
export default function MatterView({ kind }: { kind: string }) {
  const [found, problem] = useDriver<MattersWire>('/api/app/matters', { Kind: kind });
  return (
    <AppPart title={found?.Title ?? ''} problem={problem} isReady={found !== null}>
      {found && (
        <>
          {found.Head !== null && <Head yuan={found.Head} />}
          {found.Acts.length > 0 && (
            <div className="app-acts">
              {found.Acts.map((one) => (
                <a key={one.Path} href={one.Path}>
                  {one.Label}
                </a>
              ))}
            </div>
          )}
          {found.Rows.length === 0 && <section className="driver-card driver-blank">{found.None}</section>}
          {found.Rows.length > 0 && (
            <ul className="app-rows">
              {found.Rows.map((row) => (
                <li key={row.Id}>{row.Path ? <a href={row.Path}>{<Row row={row} />}</a> : <Row row={row} />}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </AppPart>
  );
}

function Row({ row }: { row: MatterWire }) {
  return (
    <>
      <span>
        <b>{row.Title}</b>
        <small>{[row.Note, row.At && timeText(new Date(row.At), 'minute')].filter(Boolean).join(' · ')}</small>
      </span>
      <span className="app-end">
        {row.Amount !== null && <b>{moneyText(parseYuan(row.Amount))}</b>}
        {row.State && <em className={`is-${row.Tone}`}>{row.State}</em>}
      </span>
    </>
  );
}

const AMOUNTS = [50, 100, 200, 500];

/** The balance of the wallet, and topping it up. */
function Head({ yuan }: { yuan: string }) {
  const t = useText();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, run] = useOneCall();
  const topUp = (amount: number) =>
    run(async () => {
      try {
        const { Path } = await driverPost<{ Path: string }>('/api/app/wallet/topUp', { Amount: amount.toFixed(2) });
        location.assign(Path);
      } catch (error) {
        setProblem(refusalText(error));
      }
    });
  return (
    <section className="driver-card app-head">
      <small>{t({ zh: '余额', en: 'Balance' })}</small>
      <p className="app-due">
        <small>¥</small>
        {moneyText(parseYuan(yuan))}
      </p>
      <fieldset className="app-amounts" aria-label={t({ zh: '充值', en: 'Top up' })}>
        {AMOUNTS.map((one) => (
          <button key={one} type="button" disabled={isBusy} onClick={() => void topUp(one)}>
            {t({ zh: '充 ¥{n}', en: '+¥{n}' }, { n: one })}
          </button>
        ))}
      </fieldset>
      <DriverProblem words={problem} />
    </section>
  );
}
