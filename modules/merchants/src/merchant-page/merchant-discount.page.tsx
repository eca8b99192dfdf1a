import {
  ActButton,
  type BatchOutcome,
  BatchResult,
  FieldInput,
  listLink,
  OperationDialog,
  ResourcePage,
  refreshLists,
  useText,
} from '@boyun/kernel/web';
import { Hours } from '@boyun/lists/web';
import { PendingBanner, PendingMark, PendingStrip, usePendingSubjects } from '@boyun/reviews/web';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  type DiscountEffect,
  type MerchantDiscount,
  merchantDiscount,
  sellPackage,
} from '../discount/merchant-discount.contract.ts';
import { grantDiscount, grantList } from '../grant/grant.contract.ts';
import { merchant } from '../merchant/merchant.contract.ts';
import { merchantReviews } from '../merchant/merchant-review.contract.ts';
import { Effect } from './effect.view.tsx';

/** The field that holds the value of an effect. */
const VALUE_OF = { percent: 'percent', amount: 'amountFen', minutes: 'minutes', 'fixed-price': 'priceFen' } as const;
const EMPTY = { percent: null, amountFen: null, minutes: null, priceFen: null };
const NO_CHARGE = { reserveFen: null, packageCount: null, packagePriceFen: null };
const NOT_PACKAGE = { zh: '按实际减免扣额度，不售套餐', en: 'It is charged by what it takes off' };
const { merchantDiscountId: _, ...SELL } = sellPackage.input;

type Asked = { readonly row: MerchantDiscount; readonly act: 'grant' | 'sell' };

const done = () => Promise.all([merchantDiscount, merchant, grantList].map((one) => refreshLists(one.name)));

/** What merchants may grant. */
export default function MerchantDiscountPage() {
  const t = useText();
  const pending = usePendingSubjects(merchantReviews.discount.name);
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <>
      <ResourcePage
        of={merchantDiscount}
        columns={['merchantId', 'name', 'status', 'effect', 'charging', 'stock', 'limits', 'lotIds', 'hours', 'remark']}
        cells={{
          merchantId: { width: 150 },
          name: {
            width: 160,
            isGrowing: true,
            cell: (row) => (
              <span className="by-row">
                {row.name}
                {pending.has(row.id) && <PendingMark label={merchantReviews.discount.label} />}
              </span>
            ),
          },
          status: { width: 84 },
          effect: { width: 120, cell: (row) => <Effect of={row} /> },
          charging: { width: 150 },
          stock: { width: 96, cell: (row) => (row.charging === 'package' ? row.stock : '—') },
          limits: {
            label: { zh: '限额', en: 'Limits' },
            width: 150,
            cell: (row) => <Limits row={row as MerchantDiscount} />,
          },
          lotIds: { width: 150 },
          hours: {
            label: { zh: '使用时段', en: 'Hours' },
            width: 140,
            isHiddenAtFirst: true,
            cell: (row) => <Hours row={row} />,
          },
          remark: { isHiddenAtFirst: true },
        }}
        formParts={({ effect, charging }) => ({
          effect: ({ id, value, isInvalid, setValues }) => (
            <FieldInput
              id={id}
              field={merchantDiscount.fields.effect}
              fieldKey="effect"
              value={value}
              isInvalid={isInvalid}
              // Other effects have other values.
              onChange={(next) => setValues({ ...EMPTY, effect: next as DiscountEffect })}
            />
          ),
          charging: ({ id, value, isInvalid, setValues }) => (
            <FieldInput
              id={id}
              field={merchantDiscount.fields.charging}
              fieldKey="charging"
              value={value}
              isInvalid={isInvalid}
              onChange={(next) => setValues({ ...NO_CHARGE, charging: next as 'actual' | 'package' })}
            />
          ),
          ...(charging === 'package' ? { reserveFen: null } : { packageCount: null, packagePriceFen: null }),
          ...Object.fromEntries(
            Object.entries(VALUE_OF).flatMap(([own, field]) => (own === effect ? [] : [[field, null]])),
          ),
        })}
        above={() => <PendingStrip kinds={[merchantReviews.discount.name]} />}
        detailNotes={(row) => <PendingBanner subjectId={row.id} />}
        rowActs={(row) => <Acts row={row as MerchantDiscount} onAct={setAsked} />}
        actsWidth={226}
        moreDetail={(row) => (
          <Link to={listLink('/_cloud_operation/merchantGrant', { discountId: row.id as string })}>
            {t(grantList.title)}
          </Link>
        )}
        empty={{
          title: { zh: '还没有优惠方案', en: 'No discounts yet' },
          hint: {
            zh: '例如“消费满额免费2小时”：按实际减免从商家额度扣款，或先卖套餐再发放',
            en: 'Such as two free hours: charged by what it takes off, or sold in packages',
          },
        }}
      />
      {asked?.act === 'sell' && <SellDialog row={asked.row} onClose={() => setAsked(null)} />}
      <GrantDialog row={asked?.act === 'grant' ? asked.row : null} onClose={() => setAsked(null)} />
    </>
  );
}

function Limits({ row }: { row: MerchantDiscount }) {
  const t = useText();
  const parts = [
    row.dailyLimit === null ? null : t({ zh: '每天{n}张', en: '{n} a day' }, { n: row.dailyLimit }),
    row.perPlateDay === null ? null : t({ zh: '每车每天{n}张', en: '{n} per car and day' }, { n: row.perPlateDay }),
  ].filter(Boolean);
  return <span>{parts.join('，') || t({ zh: '不限', en: 'None' })}</span>;
}

function Acts({ row, onAct }: { row: MerchantDiscount; onAct: (asked: Asked) => void }) {
  const t = useText();
  return (
    <>
      <ActButton type="link" access={grantDiscount.access} onAct={() => onAct({ row, act: 'grant' })}>
        {t({ zh: '代发', en: 'Grant' })}
      </ActButton>
      <ActButton
        type="link"
        access={sellPackage.access}
        disabledReason={row.charging === 'package' ? null : NOT_PACKAGE}
        onAct={() => onAct({ row, act: 'sell' })}
      >
        {t({ zh: '售套餐', en: 'Sell' })}
      </ActButton>
    </>
  );
}

function SellDialog({ row, onClose }: { row: MerchantDiscount; onClose: () => void }) {
  const t = useText();
  return (
    <OperationDialog
      isOpen
      of={sellPackage}
      given={{ merchantDiscountId: row.id }}
      fields={SELL}
      title={`${t(sellPackage.title)} · ${row.name}`}
      hint={{
        zh: '套餐价从商家额度扣除，张数立即可用；使用时不再扣款',
        en: 'The price is taken off the credit of the merchant; using the grants costs nothing more',
      }}
      done={({ stock }) => ({ zh: `已售出，余${stock}张`, en: `Sold, ${stock} are left` })}
      onClose={onClose}
      onDone={done}
    />
  );
}

function GrantDialog({ row, onClose }: { row: MerchantDiscount | null; onClose: () => void }) {
  const t = useText();
  const [outcomes, setOutcomes] = useState<readonly BatchOutcome[] | null>(null);
  return (
    <>
      <BatchResult outcomes={outcomes} onClose={() => setOutcomes(null)} />
      {row && (
        <OperationDialog
          isOpen
          of={grantDiscount}
          given={{ merchantDiscountId: row.id }}
          fields={{ plates: grantDiscount.input.plates }}
          title={`${t(grantDiscount.title)} · ${row.name}`}
          hint={{
            zh: '可粘贴多个车牌；发放后该车离场自动抵扣，费用由商家承担',
            en: 'Paste several plates. The discount applies when the car leaves, and the merchant bears it',
          }}
          done={({ grantedCount }) => ({ zh: `已发放${grantedCount}张`, en: `${grantedCount} granted` })}
          onClose={onClose}
          onDone={({ grantedCount, failed }) => {
            if (failed.length > 0)
              setOutcomes([
                ...Array.from({ length: grantedCount }, () => ({ name: row.name, refused: null })),
                ...failed.map(({ plate, reason }) => ({ name: plate, refused: reason })),
              ]);
            return done();
          }}
        />
      )}
    </>
  );
}
