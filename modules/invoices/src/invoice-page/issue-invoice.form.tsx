import './invoice.css';
import type { Output } from '@boyun/kernel/contract';
import {
  CallFailure,
  call,
  Money,
  moneyText,
  OperationDialog,
  Plate,
  Skeleton,
  TimeText,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Input } from 'antd';
import { useState } from 'react';
import { invoiceList } from '../invoice/invoice.contract.ts';
import { findInvoiceable, issueInvoice } from '../invoice/invoice-act.contract.ts';
import { InvoiceUse } from '../invoice-set/invoice-set.contract.ts';
import { hiddenOfTitle, partsOfTitle, TITLE_FIELDS } from './title-fields.view.tsx';

type Item = Output<typeof findInvoiceable>['items'][number];
type Used = Output<typeof findInvoiceable>['titles'][number];
type Picked = readonly { readonly billId: string; readonly amountFen: number | null }[];

const { items: itemsField, invoiceType, remark } = issueInvoice.input;
const FIELDS = { items: { ...itemsField, isLong: true }, invoiceType, ...TITLE_FIELDS, remark };
const NOTHING = { zh: '请先查找并勾选要开票的订单', en: 'Search for orders and select those to invoice' };

/** What is invoiced without a search: an order, or a bill by its number. */
type One = { readonly orderId: string } | { readonly word: string };

/** Asks for an invoice: of one order or bill, or of orders that are searched by a plate, a mobile or an order number. */
export default function IssueInvoice({
  one = null,
  titleName,
  onClose,
  onDone,
}: {
  one?: One | null;
  /** The title to begin with. */
  titleName?: string;
  onClose: () => void;
  onDone?: () => unknown;
}) {
  const t = useText();
  const [known, setKnown] = useState<ReadonlyMap<string, Item>>(new Map());
  const itemsOf = (picked: Picked | null) => (picked ?? []).flatMap((one) => known.get(one.billId) ?? []);
  const sumOf = (picked: Picked | null) => itemsOf(picked).reduce((sum, one) => sum + one.availableFen, 0);
  return (
    <OperationDialog
      isOpen
      width={760}
      columns={2}
      of={issueInvoice}
      fields={FIELDS}
      given={({ titleType }) => hiddenOfTitle(titleType)}
      initial={{ items: [], invoiceType: 'ordinary', titleType: 1, ...(titleName ? { titleName } : {}) }}
      title={t(issueInvoice.title)}
      parts={(values) => ({
        items: ({ id, value, onChange, setValues }) => (
          <ItemsInput
            id={id}
            one={one}
            picked={(value ?? []) as Picked}
            onChange={(picked, items) => {
              setKnown(new Map(items.map((one) => [one.billId, one])));
              onChange([...picked]);
              const own = items.filter((one) => picked.some((two) => two.billId === one.billId));
              if (!canBeSpecial(own, 1)) setValues({ invoiceType: 'ordinary' });
            }}
            onTitle={(title) => setValues(title)}
          />
        ),
        // A special invoice is for an enterprise, and of what is taxed.
        ...(canBeSpecial(itemsOf(values.items as Picked | null), values.titleType) ? {} : { invoiceType: null }),
        ...(values.invoiceType === 'special' ? { titleType: null } : {}),
        ...partsOfTitle(values.titleType),
      })}
      disabledReason={({ items }) => ((items ?? []).length === 0 ? NOTHING : null)}
      okText={({ items }) => {
        const fen = sumOf(items as Picked | null);
        const amount = moneyText(fen);
        return fen > 0 ? { zh: `开票 ¥${amount}`, en: `Invoice ¥${amount}` } : issueInvoice.title;
      }}
      refreshes={[invoiceList.name]}
      done={({ invoices }) => ({
        zh: invoices.length > 1 ? `已提交，拆分为${invoices.length}张发票` : '已提交，正在开票',
        en: invoices.length > 1 ? `Sent as ${invoices.length} invoices` : 'Sent, the invoice is being issued',
      })}
      onClose={onClose}
      onDone={onDone}
    />
  );
}

const canBeSpecial = (items: readonly Item[], titleType: unknown) =>
  titleType === 1 && items.length > 0 && items.every((one) => one.hasSpecial);

interface ItemsProps {
  readonly id: string;
  readonly one: One | null;
  readonly picked: Picked;
  readonly onChange: (picked: Picked, items: readonly Item[]) => void;
  readonly onTitle: (title: Used) => void;
}

/** Finds paid orders and ticks those to be invoiced. */
function ItemsInput({ id, one, picked, onChange, onTitle }: ItemsProps) {
  const t = useText();
  const language = useLanguage();
  const [word, setWord] = useState('');
  const [asked, setAsked] = useState('');
  const found = useQuery({
    queryKey: ['invoiceable', one, asked, language],
    queryFn: async ({ signal }) => {
      const search = one ?? { word: asked };
      const answer = await call(findInvoiceable, { word: null, orderId: null, ...search }, { signal, isQuiet: true });
      const free = answer.items.filter((item) => item.availableFen > 0 && !item.blocked);
      // Of one order there is nothing to choose.
      if (one)
        onChange(
          free.map(({ billId }) => ({ billId, amountFen: null })),
          free,
        );
      return answer;
    },
    enabled: one !== null || asked !== '',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const items = found.data?.items ?? [];
  const toggle = (item: Item, isPicked: boolean) =>
    onChange(
      isPicked
        ? [...picked, { billId: item.billId, amountFen: null }]
        : picked.filter(({ billId }) => billId !== item.billId),
      items,
    );
  return (
    <div className="invoice-pick">
      {!one && (
        <Input.Search
          id={id}
          value={word}
          maxLength={32}
          enterButton
          loading={found.isFetching}
          placeholder={t({ zh: '车牌、手机号或订单号', en: 'Plate, mobile or order number' })}
          onChange={({ target }) => setWord(target.value)}
          onSearch={(text) => {
            setAsked(text.trim());
            onChange([], []);
          }}
        />
      )}
      {found.isLoading && <Skeleton lines={2} />}
      {found.error && (
        <p className="by-issue" role="alert">
          {found.error instanceof CallFailure ? found.error.message : String(found.error)}
        </p>
      )}
      {found.data && items.length === 0 && (
        <p className="by-hint">{t({ zh: '没有已付款的订单', en: 'No paid orders found' })}</p>
      )}
      {items.length > 0 && (
        <ul>
          {items.map((item) => (
            <PickItem
              key={item.billId}
              item={item}
              isPicked={picked.some((one) => one.billId === item.billId)}
              onToggle={(isPicked) => toggle(item, isPicked)}
            />
          ))}
        </ul>
      )}
      <UsedTitles titles={found.data?.titles ?? []} onTitle={onTitle} />
    </div>
  );
}

/** The titles a mobile used before. */
function UsedTitles({ titles, onTitle }: { titles: readonly Used[]; onTitle: (title: Used) => void }) {
  const t = useText();
  if (titles.length === 0) return null;
  return (
    <div className="invoice-titles">
      <span className="by-faint">{t({ zh: '常用抬头', en: 'Saved titles' })}</span>
      {titles.slice(0, 4).map((title) => (
        <button key={`${title.titleName} ${title.taxNumber}`} type="button" onClick={() => onTitle(title)}>
          {title.titleName}
        </button>
      ))}
    </div>
  );
}

function PickItem({
  item,
  isPicked,
  onToggle,
}: {
  item: Item;
  isPicked: boolean;
  onToggle: (isPicked: boolean) => void;
}) {
  const t = useText();
  const isFree = item.availableFen > 0 && !item.blocked;
  const why =
    item.blocked ?? (item.availableFen === 0 ? t({ zh: '已开票或已退款', en: 'Already invoiced or refunded' }) : null);
  return (
    <li className={isFree ? '' : 'is-off'}>
      <Checkbox checked={isPicked} disabled={!isFree} onChange={({ target }) => onToggle(target.checked)}>
        <span className="invoice-pick-what">
          {item.plate ? <Plate text={item.plate} /> : <span className="by-figure">{item.number}</span>}
          <span>
            {item.lotName} · {t(InvoiceUse[item.use])}
            <small className="by-faint">
              {item.enteredAt ? (
                <>
                  <TimeText at={item.enteredAt} style="minute" /> –{' '}
                  {item.leftAt ? <TimeText at={item.leftAt} style="minute" /> : '…'}
                </>
              ) : (
                <TimeText at={item.paidAt} style="minute" />
              )}
            </small>
          </span>
        </span>
      </Checkbox>
      <span className="invoice-pick-money">
        <Money fen={isFree ? item.availableFen : item.receivedFen} isStrong={isFree} />
        {why && <small className="by-faint">{why}</small>}
      </span>
    </li>
  );
}
