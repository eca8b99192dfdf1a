import {
  ActButton,
  call,
  choicesOf,
  FilterSwitch,
  list,
  listLink,
  Money,
  now,
  OperationDialog,
  ResourcePage,
  refreshLists,
  Skeleton,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { OpenPurchases, useTaking } from '@boyun/money/web';
import { PendingBanner, PendingMark, PendingStrip, usePendingSubjects } from '@boyun/reviews/web';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { merchantDiscount } from '../discount/merchant-discount.contract.ts';
import { CreditKind, type Merchant, merchant } from '../merchant/merchant.contract.ts';
import {
  addMerchantStaff,
  freezeMerchantStaff,
  getMerchantStaff,
  refundMerchant,
  staffField,
  topUpMerchant,
} from '../merchant/merchant-act.contract.ts';
import { merchantPurpose } from '../merchant/merchant-purpose.contract.ts';
import { merchantReviews } from '../merchant/merchant-review.contract.ts';
import { EntryKind, entryList } from '../statement/statement.contract.ts';
import { Effect } from './effect.view.tsx';
import { RefundDialog, TopUpDialog } from './merchant-act.form.tsx';
import { StaffList } from './staff-list.view.tsx';
import './merchant.css';

type Asked = { readonly row: Merchant; readonly act: 'top-up' | 'refund' };

const KINDS = choicesOf(CreditKind);
const done = () => Promise.all([merchant, entryList].map((one) => refreshLists(one.name)));

/** Merchants with their credit, discounts, last entries and accounts. */
export default function MerchantPage() {
  const t = useText();
  const pending = usePendingSubjects(merchantReviews.write.name);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const taking = useTaking({ onEnd: done });
  return (
    <>
      <ResourcePage
        of={merchant}
        startWith={() => ({ validFrom: now() })}
        moreTools={(context) => <FilterSwitch context={context} filter="creditKind" choices={KINDS} />}
        cells={{
          name: {
            width: 170,
            isGrowing: true,
            cell: (row) => (
              <span className="by-row">
                {row.name}
                {pending.has(row.id) && <PendingMark label={merchantReviews.write.label} />}
              </span>
            ),
          },
          status: { width: 84 },
          lotIds: { width: 190 },
          contact: { width: 100 },
          creditKind: { width: 90 },
          balanceFen: { width: 110, cell: (row) => <Money fen={row.balanceFen} isStrong /> },
          availableFen: { width: 110, cell: (row) => <Available row={row as Merchant} /> },
          validUntil: { width: 134 },
        }}
        formParts={({ creditKind }) => (creditKind === 'monthly' ? {} : { limitFen: null })}
        above={() => <PendingStrip kinds={Object.values(merchantReviews).map((one) => one.name)} />}
        detailNotes={(row) => (
          <>
            <PendingBanner subjectId={row.id} />
            <OpenPurchases kind={merchantPurpose.kind} subjectId={row.id} onEnd={done} />
          </>
        )}
        rowActs={(row) => (
          <ActButton
            type="link"
            access={topUpMerchant.access}
            onAct={() => setAsked({ row: row as Merchant, act: 'top-up' })}
          >
            {t(topUpMerchant.title)}
          </ActButton>
        )}
        actsWidth={164}
        detailWidth={720}
        moreDetail={(row) => <Detail row={row as unknown as Merchant} onAct={setAsked} />}
        empty={{
          title: { zh: '还没有商家', en: 'No merchants yet' },
          hint: {
            zh: '新增商家并充值，为它设置优惠方案；商家自己发放，顾客离场时自动抵扣',
            en: 'Add a merchant, top it up and set its discounts: it grants them, and they apply at the exit',
          },
        }}
      />
      {asked?.act === 'top-up' && <TopUpDialog row={asked.row} onClose={close} onSold={taking.goOn} />}
      {asked?.act === 'refund' && <RefundDialog row={asked.row} onClose={close} onDone={done} />}
      {taking.dialog}
    </>
  );
}

/** What is available; marked where it is below the amount to be told of. */
function Available({ row }: { row: Merchant }) {
  const isLow = row.availableFen < (row.lowCreditFen ?? 0);
  return (
    <span className={isLow ? 'by-tone-bad' : undefined}>
      <Money fen={row.availableFen} isStrong={isLow} />
    </span>
  );
}

function Detail({ row, onAct }: { row: Merchant; onAct: (asked: Asked) => void }) {
  const t = useText();
  return (
    <>
      <div className="by-row">
        <ActButton type="primary" access={topUpMerchant.access} onAct={() => onAct({ row, act: 'top-up' })}>
          {t(topUpMerchant.title)}
        </ActButton>
        <ActButton
          access={refundMerchant.access}
          disabledReason={row.balanceFen > 0 ? null : { zh: '没有可退的余额', en: 'There is no balance to refund' }}
          onAct={() => onAct({ row, act: 'refund' })}
        >
          {t(refundMerchant.title)}
        </ActButton>
      </div>
      <Discounts merchantId={row.id} />
      <Entries merchantId={row.id} />
      <section>
        <h3 className="by-card-title">{t(getMerchantStaff.title)}</h3>
        <StaffList
          calls={{
            key: row.id,
            access: addMerchantStaff.access,
            read: () => call(getMerchantStaff, { merchantId: row.id }),
            freeze: (id, isFrozen) => call(freezeMerchantStaff, { id, isFrozen }),
            addDialog: (onClose, onMade) => (
              <OperationDialog
                isOpen
                of={addMerchantStaff}
                given={{ merchantId: row.id }}
                fields={staffField}
                title={`${t(addMerchantStaff.title)} · ${row.name}`}
                onClose={onClose}
                onDone={({ initialPassword }, { account }) => onMade({ account, password: initialPassword })}
              />
            ),
          }}
        />
      </section>
    </>
  );
}

const SHOWN = 6;

function Discounts({ merchantId }: { merchantId: string }) {
  const t = useText();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['list', merchantDiscount.name, merchantId, language],
    queryFn: ({ signal }) => list(merchantDiscount, { merchantId, page: 1, perPage: SHOWN }, { signal, isQuiet: true }),
  });
  return (
    <section>
      <h3 className="by-card-title">
        {t(merchantDiscount.title)}
        <Link to={listLink('/_cloud_operation/merchantDiscount', { merchantId })}>
          {t({ zh: '全部与新增', en: 'All, and add one' })}
        </Link>
      </h3>
      {!data ? (
        <Skeleton lines={2} />
      ) : data.rows.length === 0 ? (
        <p className="by-hint">{t({ zh: '还没有优惠方案', en: 'No discounts yet' })}</p>
      ) : (
        <ul className="merchant-lines">
          {data.rows.map((one) => (
            <li key={one.id}>
              <b>{one.name}</b>
              <Effect of={one} />
              <span className="by-faint">
                {one.charging === 'package'
                  ? t({ zh: '套餐余{n}张', en: '{n} left' }, { n: one.stock })
                  : t({ zh: '按实际减免', en: 'By what it takes off' })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Entries({ merchantId }: { merchantId: string }) {
  const t = useText();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['list', entryList.name, merchantId, language],
    queryFn: ({ signal }) => list(entryList, { merchantId, page: 1, perPage: SHOWN }, { signal, isQuiet: true }),
  });
  return (
    <section>
      <h3 className="by-card-title">
        {t(entryList.title)}
        <Link to={listLink('/_cloud_operation/merchantEntry', { merchantId })}>{t({ zh: '全部', en: 'All' })}</Link>
      </h3>
      {!data ? (
        <Skeleton lines={2} />
      ) : data.rows.length === 0 ? (
        <p className="by-hint">{t({ zh: '暂无记录', en: 'Nothing yet' })}</p>
      ) : (
        <ul className="merchant-lines">
          {data.rows.map((one) => (
            <li key={one.id}>
              <b>{t(EntryKind[one.kind])}</b>
              <span className="by-faint">{one.plate ?? one.note ?? one.paymentNo ?? ''}</span>
              <Money fen={one.amountFen} isStrong />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
