import type { Label } from '@boyun/kernel/contract';
import { countText, moneyText, StateDot, TimeText, useText } from '@boyun/kernel/web';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ShownDay } from './shown-day.view.ts';
import './day.css';

/** The three sides of a day beside each other, with what lies between them. */
export function DaySides({ day }: { day: ShownDay }) {
  return (
    <div className="recon-sides">
      <Ours day={day} />
      <Between
        gapFen={day.gapFen}
        isKnown={day.state !== 'open'}
        words={{ zh: '我方与账单差额', en: 'Between us and the bill' }}
      />
      <Bill day={day} />
      <Between
        gapFen={day.netFen - day.settledFen - day.settledOffFen}
        isKnown={day.hasBankSide && day.state !== 'open'}
        words={{ zh: '应到账与到账差额', en: 'Between the bill and the bank' }}
      />
      <Bank day={day} />
    </div>
  );
}

function Side({ title, sub, children }: { title: Label; sub?: ReactNode; children: ReactNode }) {
  const t = useText();
  return (
    <section className="by-card-box recon-side" aria-label={t(title)}>
      <h2>
        {t(title)}
        {sub}
      </h2>
      <dl>{children}</dl>
    </section>
  );
}

function Line({ label, fen, isSum }: { label: Label; fen: number; isSum?: boolean }) {
  const t = useText();
  return (
    <div className={isSum ? 'is-sum' : undefined}>
      <dt>{t(label)}</dt>
      <dd className="by-figure">{moneyText(fen)}</dd>
    </div>
  );
}

function Count({ count }: { count: number }) {
  const t = useText();
  return <span className="by-faint by-small">{t({ zh: '{n} 笔', en: '{n} records' }, { n: countText(count) })}</span>;
}

function Ours({ day }: { day: ShownDay }) {
  return (
    <Side title={{ zh: '我方收款与退款', en: 'Our payments and refunds' }} sub={<Count count={day.oursCount} />}>
      <Line label={{ zh: '系统入账', en: 'Booked' }} fen={day.oursFen} />
      <Line label={{ zh: '差异处理', en: 'Resolved differences' }} fen={day.adjustedFen} />
      <Line label={{ zh: '合计', en: 'Total' }} fen={day.oursFen + day.adjustedFen} isSum />
      <Line label={{ zh: '按费率手续费', en: 'Fees by our rate' }} fen={day.oursFeeFen} />
    </Side>
  );
}

function Bill({ day }: { day: ShownDay }) {
  const t = useText();
  if (!day.billedAt)
    return (
      <section className="by-card-box recon-side recon-waiting">
        <h2>{t({ zh: '渠道账单', en: "Channel's bill" })}</h2>
        <p>
          <StateDot tone={day.fetchError ? 'bad' : 'neutral'} label={{ zh: '还没有账单', en: 'No bill yet' }} />
        </p>
        {day.fetchError && <p className="by-small by-tone-bad">{day.fetchError}</p>}
        {day.fetchAfter && (
          <p className="by-small by-faint">
            {t({ zh: '下次自动获取', en: 'Next attempt' })} <TimeText at={day.fetchAfter} style="minute" />
          </p>
        )}
      </section>
    );
  return (
    <Side title={{ zh: '渠道账单', en: "Channel's bill" }} sub={<Count count={day.theirsCount} />}>
      <Line label={{ zh: '交易净额', en: 'Payments less refunds' }} fen={day.theirsFen} />
      <Line label={{ zh: '手续费', en: 'Fees' }} fen={-day.theirsFeeFen} />
      <Line label={{ zh: '应到账', en: 'Net to be settled' }} fen={day.netFen} isSum />
      <div className="recon-files">
        {day.bills.map((one) => (
          <Link key={one.id} to={`/_cloud_operation/billImport?open=${one.id}`} title={one.fileName}>
            {one.fileName}
          </Link>
        ))}
      </div>
    </Side>
  );
}

function Bank({ day }: { day: ShownDay }) {
  const t = useText();
  if (!day.hasBankSide)
    return (
      <section className="by-card-box recon-side recon-waiting">
        <h2>{t({ zh: '银行到账', en: 'Bank' })}</h2>
        <p className="by-faint">
          {t({
            zh: '该来源不核对银行到账，可在对账来源中开启',
            en: 'Not compared with the bank; turn it on in the source',
          })}
        </p>
      </section>
    );
  return (
    <Side title={{ zh: '银行到账', en: 'Bank' }} sub={<Count count={day.settlements.length} />}>
      {day.settlements.map((one) => (
        <div key={one.id} title={`${one.counterparty} ${one.memo}`}>
          <dt>
            {one.day} {one.bankName}
          </dt>
          <dd className="by-figure">{moneyText(one.amountFen)}</dd>
        </div>
      ))}
      {day.settlements.length === 0 && (
        <p className="by-faint">
          {t({ zh: '还没有到账；导入银行流水后自动核对', en: 'Nothing yet: import the bank statement' })}
        </p>
      )}
      {day.settledOffFen !== 0 && <Line label={{ zh: '核销', en: 'Written off' }} fen={day.settledOffFen} />}
      <Line label={{ zh: '合计', en: 'Total' }} fen={day.settledFen + day.settledOffFen} isSum />
    </Side>
  );
}

/** Whether two sides are equal, and by how much they are not. */
function Between({ gapFen, isKnown, words }: { gapFen: number; isKnown: boolean; words: Label }) {
  const t = useText();
  const tone = !isKnown ? 'neutral' : gapFen === 0 ? 'good' : 'bad';
  return (
    <div className={`recon-between by-tone-${tone}`} title={t(words)}>
      <b aria-hidden>{!isKnown ? '…' : gapFen === 0 ? '=' : '≠'}</b>
      {isKnown && gapFen !== 0 && <span className="by-figure">{moneyText(gapFen)}</span>}
      <span className="by-sr">
        {t(words)} {isKnown ? moneyText(gapFen) : ''}
      </span>
    </div>
  );
}
