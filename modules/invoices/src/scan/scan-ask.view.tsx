import { DriverProblem, moneyText, PlateChip, post, refusalText, timeText, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { ByMobile } from './scan-proof.view.tsx';
import { isWholeTitle, TitleFields, type TypedTitle, titleToSend } from './scan-title.view.tsx';
import { availableFen, type ItemWire, type ScanWire, TYPES, USES, type WantedType } from './scan-wire.view.ts';

const ASK = '/api/scanInvoice/ask';
const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/** The orders of a receipt or a proof, the title, and the button that asks for the invoice. */
export function AskCard({ code, page }: { code: string; page: ScanWire }) {
  const t = useText();
  const open = page.Items.filter((one) => availableFen(one) > 0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(open.slice(0, 1).map((one) => one.BillId)));
  const sumFen = open.filter((one) => chosen.has(one.BillId)).reduce((sum, one) => sum + availableFen(one), 0);
  const toggle = (id: string) =>
    setChosen((last) => (last.has(id) ? new Set([...last].filter((one) => one !== id)) : new Set([...last, id])));
  return (
    <section className="driver-card scan">
      {page.Plate ? <PlateChip plate={page.Plate} /> : <h1>{t({ zh: '开发票', en: 'Get an invoice' })}</h1>}
      {page.Mobile && (
        <p className="driver-lot">{t({ zh: '已验证 {mobile}', en: '{mobile} verified' }, { mobile: page.Mobile })}</p>
      )}
      {page.Items.length === 0 && (
        <p className="scan-empty">{t({ zh: '没有已付款的订单', en: 'No paid orders found' })}</p>
      )}
      {open.length > 1 && (
        <button
          type="button"
          className="scan-all"
          onClick={() => setChosen(chosen.size === open.length ? new Set() : new Set(open.map((one) => one.BillId)))}
        >
          {t(chosen.size === open.length ? { zh: '取消全选', en: 'Clear' } : { zh: '全选', en: 'Select all' })}
        </button>
      )}
      <ul className="scan-items">
        {page.Items.map((one) => (
          <Item
            key={one.BillId}
            item={one}
            zone={page.TimeZone}
            isPlateShown={one.Plate !== page.Plate}
            isChosen={chosen.has(one.BillId)}
            onToggle={() => toggle(one.BillId)}
          />
        ))}
      </ul>
      {open.length > 0 && (
        <TitleForm
          code={code}
          page={page}
          billIds={[...chosen]}
          hasSpecial={open.every((one) => one.HasSpecial || !chosen.has(one.BillId))}
          sumFen={sumFen}
        />
      )}
    </section>
  );
}

/** An order: to be chosen, or why not. */
function Item({
  item,
  zone,
  isPlateShown,
  isChosen,
  onToggle,
}: {
  item: ItemWire;
  zone: string;
  isPlateShown: boolean;
  isChosen: boolean;
  onToggle: () => void;
}) {
  const t = useText();
  const fen = availableFen(item);
  const time = (at: string) => timeText(new Date(at), 'minute', zone).slice(5);
  const words = (
    <span>
      {item.LotName}
      <small>
        {t(USES[item.Use])}
        {isPlateShown && item.Plate && ` · ${item.Plate}`}
        {item.EnteredAt && ` · ${time(item.EnteredAt)}${item.LeftAt ? ` – ${time(item.LeftAt)}` : ''}`}
        {!item.EnteredAt && item.PaidAt && ` · ${time(item.PaidAt)}`}
      </small>
      {fen === 0 && (
        <small>
          {item.LinkCode ? (
            <a href={`/invoice/${item.LinkCode}`}>{t({ zh: '已开票，查看发票', en: 'Invoiced · View' })}</a>
          ) : (
            (item.Blocked ?? t({ zh: '已退款', en: 'Refunded' }))
          )}
        </small>
      )}
    </span>
  );
  if (fen === 0) return <li className="is-off">{words}</li>;
  return (
    <li>
      <label>
        <input type="checkbox" checked={isChosen} onChange={onToggle} />
        {words}
        <b>¥{moneyText(fen)}</b>
      </label>
    </li>
  );
}

function TitleForm({
  code,
  page,
  billIds,
  hasSpecial,
  sumFen,
}: {
  code: string;
  page: ScanWire;
  billIds: readonly string[];
  /** Whether a special invoice can be asked for all of them. */
  hasSpecial: boolean;
  sumFen: number;
}) {
  const t = useText();
  const [last] = page.Titles;
  const [title, setTitle] = useState<TypedTitle>({
    titleType: last?.TitleType ?? 1,
    titleName: last?.TitleName ?? '',
    taxNumber: last?.TaxNumber ?? '',
  });
  const [wanted, setWanted] = useState<WantedType>('ordinary');
  const isSpecial = hasSpecial && wanted === 'special';
  const [email, setEmail] = useState(last?.Email ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const InvoiceType: WantedType = isSpecial ? 'special' : 'ordinary';
      const values = { Code: code, BillIds: billIds, InvoiceType, ...titleToSend(title), Email: email.trim() || null };
      const { data } = await post(ASK, values, { isQuiet: true });
      location.assign(`/invoice/${(data as { LinkCode: string }).LinkCode}`);
    } catch (error) {
      setProblem(refusalText(error));
      setBusy(false);
    }
  };
  const isEmail = email.trim() === '' || EMAIL.test(email.trim());
  const isReady = billIds.length > 0 && isWholeTitle(title) && isEmail;
  return (
    <>
      {page.Kind === 'receipt' && <KnownTitles code={code} />}
      <form
        className="driver-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void ask();
        }}
      >
        {hasSpecial && (
          <TypeChoice
            isSpecial={isSpecial}
            onChoose={(type) => {
              setWanted(type);
              if (type === 'special') setTitle((before) => ({ ...before, titleType: 1 }));
            }}
          />
        )}
        <TitleFields
          code={code}
          title={title}
          isSpecial={isSpecial}
          known={page.Titles}
          onChange={(part) => setTitle((before) => ({ ...before, ...part }))}
          onChoose={(one) => {
            setTitle({ titleType: one.TitleType, titleName: one.TitleName, taxNumber: one.TaxNumber ?? '' });
            if (one.Email) setEmail(one.Email);
          }}
        />
        {page.CanSend && <EmailField value={email} isValid={isEmail} onChange={setEmail} />}
        <DriverProblem words={problem} />
        <button type="submit" className="is-main" disabled={isBusy || !isReady}>
          {t(
            isBusy
              ? { zh: '正在提交…', en: 'Sending…' }
              : billIds.length === 0
                ? { zh: '请选择订单', en: 'Select orders' }
                : { zh: '申请开票 ¥{amount}', en: 'Request invoice · ¥{amount}' },
            { amount: moneyText(sumFen) },
          )}
        </button>
        {page.IsTrial && <TrialWords />}
      </form>
    </>
  );
}

/** Where the link of the invoice is sent to. */
function EmailField({
  value,
  isValid,
  onChange,
}: {
  value: string;
  isValid: boolean;
  onChange: (value: string) => void;
}) {
  const t = useText();
  return (
    <label>
      {t({ zh: '邮箱（选填，接收发票链接）', en: 'Email (optional, for a link to the invoice)' })}
      <input
        type="email"
        value={value}
        maxLength={100}
        autoComplete="email"
        aria-invalid={!isValid}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

/** An ordinary invoice, or a special one. */
function TypeChoice({ isSpecial, onChoose }: { isSpecial: boolean; onChoose: (type: WantedType) => void }) {
  const t = useText();
  return (
    <fieldset className="scan-types" aria-label={t({ zh: '发票种类', en: 'Invoice type' })}>
      {(['ordinary', 'special'] as const).map((type) => (
        <button
          key={type}
          type="button"
          aria-pressed={isSpecial === (type === 'special')}
          onClick={() => onChoose(type)}
        >
          {t(TYPES[type])}
        </button>
      ))}
    </fieldset>
  );
}

/** Offers to prove a mobile, for the titles it has used. */
function KnownTitles({ code }: { code: string }) {
  const t = useText();
  return (
    <details className="scan-more">
      <summary>{t({ zh: '验证手机号，使用常用抬头', en: 'Verify your mobile to use saved titles' })}</summary>
      <ByMobile code={code} isPlateAsked={false} />
    </details>
  );
}

/** What the sandbox of a trial does by words in the title. */
function TrialWords() {
  const t = useText();
  return (
    <p className="driver-hint">
      {t({
        zh: '试用：生成的发票为样张。抬头含“测试失败”“测试超时”“测试处理中”可演示相应情形。',
        en: 'Trial: invoices are samples. Put 测试失败, 测试超时 or 测试处理中 in the title to see a failure, a lost answer or a delay.',
      })}
    </p>
  );
}
