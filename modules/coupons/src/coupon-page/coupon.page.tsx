import {
  ActButton,
  type BatchOutcome,
  BatchResult,
  FieldInput,
  ImportDialog,
  listLink,
  ResourcePage,
  refreshLists,
  useText,
} from '@boyun/kernel/web';
import { Hours, Until } from '@boyun/lists/web';
import { PendingBanner, PendingMark, PendingStrip, usePendingSubjects } from '@boyun/reviews/web';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { type Coupon, type CouponEffect, coupon } from '../coupon/coupon.contract.ts';
import { couponReview } from '../coupon/coupon-review.contract.ts';
import { Effect } from '../coupon/effect.view.tsx';
import { couponList } from '../coupon-list/coupon-list.contract.ts';
import { grantCoupons, printCoupons } from '../user-coupon/user-coupon.contract.ts';
import type { Batch } from './print-coupon.form.tsx';

const GrantCoupon = lazy(() => import('./grant-coupon.form.tsx'));
const PrintCoupon = lazy(() => import('./print-coupon.form.tsx'));
const ClaimCode = lazy(() => import('./claim-code.view.tsx'));
const CouponSheet = lazy(async () => ({ default: (await import('./print-coupon.form.tsx')).Sheet }));

/** The field that holds the value of an effect. */
const VALUE_OF = { percent: 'percent', amount: 'amountFen', minutes: 'minutes' } as const;
const EMPTY = { percent: null, amountFen: null, minutes: null };
const CLAIM_CODE = { zh: '领取码', en: 'Claim code' };
const IMPORT_LIST = { zh: '导入名单发券', en: 'Grant by list' };
const DISABLED = { zh: '优惠券已停用', en: 'The coupon is disabled' };

const COLUMNS = [
  'name',
  'status',
  'effect',
  'grantType',
  'granted',
  'usedCount',
  'usedFen',
  'lotIds',
  'hours',
  'validity',
  'remark',
] as const;

/** Coupons that can be granted to plates or printed. */
export default function CouponPage() {
  const pending = usePendingSubjects(couponReview.name);
  const [granted, setGranted] = useState<Coupon | null>(null);
  const [shown, setShown] = useState<Coupon | null>(null);
  const close = () => setGranted(null);
  return (
    <>
      <ResourcePage
        of={coupon}
        columns={COLUMNS}
        cells={{
          name: {
            width: 170,
            isGrowing: true,
            cell: (row) => (
              <span className="by-row">
                {row.name}
                {pending.has(row.id) && <PendingMark label={couponReview.label} />}
              </span>
            ),
          },
          status: { width: 84 },
          effect: { width: 130, cell: (row) => <Effect row={row} /> },
          grantType: { width: 90 },
          granted: {
            label: { zh: '已发放 / 发行量', en: 'Granted / stock' },
            width: 124,
            cell: (row) => <Granted row={row as Coupon} />,
          },
          usedCount: { width: 84 },
          usedFen: { width: 100 },
          hours: {
            label: { zh: '使用时段', en: 'Hours' },
            width: 140,
            isHiddenAtFirst: true,
            cell: (row) => <Hours row={row} />,
          },
          validity: { label: { zh: '有效期', en: 'Valid' }, width: 140, cell: (row) => <Validity row={row} /> },
          remark: { isHiddenAtFirst: true },
        }}
        formParts={({ effect }) => ({
          effect: ({ id, value, isInvalid, setValues }) => (
            <FieldInput
              id={id}
              field={coupon.fields.effect}
              fieldKey="effect"
              value={value}
              isInvalid={isInvalid}
              // Other effects have other values.
              onChange={(next) => setValues({ ...EMPTY, effect: next as CouponEffect })}
            />
          ),
          ...Object.fromEntries(
            Object.entries(VALUE_OF).flatMap(([own, field]) => (own === effect ? [] : [[field, null]])),
          ),
        })}
        moreTools={() => <ImportList />}
        above={() => <PendingStrip kinds={[couponReview.name]} />}
        detailNotes={(row) => <PendingBanner subjectId={row.id} />}
        rowActs={(row) => <RowActs row={row as Coupon} onShow={setShown} onAct={setGranted} />}
        actsWidth={236}
        empty={{
          title: { zh: '还没有优惠券', en: 'No coupons yet' },
          hint: {
            zh: '电子券发给车牌或手机号，离场自动抵扣；纸质券按批次打印，每个券码只能用一次',
            en: 'Electronic coupons belong to plates or mobiles and apply at the exit; paper ones are printed, each code works once',
          },
        }}
      />
      <GrantDialogs coupon={granted} onClose={close} />
      <Suspense fallback={null}>{shown && <ClaimCode coupon={shown} onClose={() => setShown(null)} />}</Suspense>
    </>
  );
}

function Validity({ row }: { row: { validUntil: Date | null; validDays: number | null } }) {
  const t = useText();
  if (row.validDays !== null)
    return <span>{t({ zh: '领取后{n}天', en: '{n} days from the grant' }, { n: row.validDays })}</span>;
  return <Until at={row.validUntil} />;
}

function RowActs({ row, onShow, onAct }: { row: Coupon; onShow: (row: Coupon) => void; onAct: (row: Coupon) => void }) {
  const t = useText();
  return (
    <>
      {row.claimCode && (
        <ActButton type="link" access={grantCoupons.access} onAct={() => onShow(row)}>
          {t(CLAIM_CODE)}
        </ActButton>
      )}
      <GrantButton row={row} onAct={onAct} />
    </>
  );
}

/** Grants an electronic coupon, or prints a paper one. */
function GrantButton({ row, onAct }: { row: Coupon; onAct: (row: Coupon) => void }) {
  const t = useText();
  const isPaper = row.grantType === 1;
  return (
    <ActButton
      type="link"
      access={isPaper ? printCoupons.access : grantCoupons.access}
      disabledReason={row.status === 1 ? DISABLED : null}
      onAct={() => onAct(row)}
    >
      {t(isPaper ? { zh: '打印', en: 'Print' } : { zh: '发放', en: 'Grant' })}
    </ActButton>
  );
}

/** How many were granted of the stock; leads to them. */
function Granted({ row }: { row: Coupon }) {
  return (
    <Link className="by-figure" to={listLink('/_cloud_operation/userCoupon', { couponId: row.id })}>
      {row.grantedCount} / {row.stock ?? '∞'}
    </Link>
  );
}

const done = () => Promise.all([refreshLists(coupon.name), refreshLists('user-coupon')]);

/** Grants coupons to the plates and mobiles of a file. */
function ImportList() {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActButton access={couponList.can.import} onAct={() => setOpen(true)}>
        {t(IMPORT_LIST)}
      </ActButton>
      {isOpen && (
        <ImportDialog
          of={couponList}
          isOpen
          onClose={() => {
            setOpen(false);
            void done();
          }}
        />
      )}
    </>
  );
}

/** The dialogs that grant a coupon, and what came of it: the plates that could not have it, or the printed sheet. */
function GrantDialogs({ coupon: given, onClose }: { coupon: Coupon | null; onClose: () => void }) {
  const [outcomes, setOutcomes] = useState<readonly BatchOutcome[] | null>(null);
  const [printed, setPrinted] = useState<{ readonly coupon: Coupon; readonly batch: Batch } | null>(null);
  return (
    <>
      <BatchResult outcomes={outcomes} onClose={() => setOutcomes(null)} />
      <Suspense fallback={null}>
        {given?.grantType === 2 && (
          <GrantCoupon
            coupon={given}
            onClose={onClose}
            onDone={(each) => {
              setOutcomes(each);
              return done();
            }}
          />
        )}
        {given?.grantType === 1 && (
          <PrintCoupon
            coupon={given}
            onClose={onClose}
            onMade={(batch) => {
              setPrinted({ coupon: given, batch });
              return done();
            }}
          />
        )}
        {printed && <CouponSheet {...printed} onClose={() => setPrinted(null)} />}
      </Suspense>
    </>
  );
}
