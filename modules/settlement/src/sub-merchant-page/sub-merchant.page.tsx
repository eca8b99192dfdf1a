import { formatYuan } from '@boyun/domain/money';
import type { ShareTier } from '@boyun/domain/settlement';
import {
  ActButton,
  choicesOf,
  dayText,
  FilterSwitch,
  list,
  listLink,
  Money,
  now,
  ResourcePage,
  Skeleton,
  StateDot,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { PendingBanner, PendingMark, PendingStrip, usePendingSubjects } from '@boyun/reviews/web';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { createSettlement, SettlementState, settlementList } from '../settlement/settlement.contract.ts';
import { SubAccountState, subAccountList } from '../sub-account/sub-account.contract.ts';
import { ShareKind, type SubMerchant, subMerchant } from '../sub-merchant/sub-merchant.contract.ts';
import { settlementReviews } from '../sub-merchant/sub-merchant-review.contract.ts';
import { TiersInput } from './tiers.form.tsx';
import './sub-merchant.css';

const KINDS = choicesOf(ShareKind);
const SETTLEMENTS = '/_cloud_operation/settlement';
const SHOWN = 6;

/** Sub-merchants with their terms, accounts and last settlements. */
export default function SubMerchantPage() {
  const t = useText();
  const navigate = useNavigate();
  const pending = usePendingSubjects(settlementReviews.write.name);
  return (
    <ResourcePage
      of={subMerchant}
      startWith={() => ({ validFrom: dayText(now()) })}
      moreTools={(context) => <FilterSwitch context={context} filter="shareKind" choices={KINDS} />}
      asListed={['shareKind', 'tiers', 'accountNo']}
      cells={{
        name: {
          width: 170,
          isGrowing: true,
          cell: (row) => (
            <span className="by-row">
              {row.name}
              {pending.has(row.id) && <PendingMark label={settlementReviews.write.label} />}
            </span>
          ),
        },
        status: { width: 84 },
        lotIds: { width: 200 },
        shareKind: { width: 170, cell: (row) => <Terms row={row as SubMerchant} /> },
        tiers: { cell: (row) => <Tiers tiers={row.tiers as ShareTier[] | null} /> },
        cycle: { width: 90 },
        bankName: { width: 150 },
        accountNo: { width: 140, cell: (row) => masked(row.accountNo) },
        validUntil: { width: 116 },
      }}
      formParts={({ shareKind }) => ({
        sharePercent: shareKind === 'percent' ? undefined : null,
        rentFen: shareKind === 'rent' ? undefined : null,
        tiers:
          shareKind === 'tiers'
            ? ({ id, value, onChange }) => <TiersInput id={id} value={value} onChange={onChange} />
            : null,
      })}
      above={() => <PendingStrip kinds={[settlementReviews.write.name]} />}
      detailNotes={(row) => <PendingBanner subjectId={row.id} />}
      rowActs={(row) => (
        <ActButton
          type="link"
          access={createSettlement.access}
          onAct={() => navigate(listLink(SETTLEMENTS, { subMerchantId: row.id, prepare: row.id }))}
        >
          {t({ zh: '结算', en: 'Settle' })}
        </ActButton>
      )}
      actsWidth={152}
      detailWidth={720}
      moreDetail={(row) => (
        <>
          <Settlements subMerchantId={row.id} />
          <Accounts subMerchantId={row.id} />
        </>
      )}
      empty={{
        title: { zh: '还没有子商户', en: 'No sub-merchants yet' },
        hint: {
          zh: '新增子商户，填写参与结算的车场、分成方式和结算账户，然后按周期结算',
          en: 'Add one with its lots, its share and its account; then settle it cycle by cycle',
        },
      }}
    />
  );
}

/** An account number, but for its last digits. */
const masked = (no: string | null | undefined) => (no ? `**** ${no.replaceAll(' ', '').slice(-4)}` : null);

const percentOf = (basisPoints: number) => `${Number((basisPoints / 100).toFixed(2))}%`;

/** The terms in a few words: `65 %`, `60 % – 70 %`, `¥3000.00 a month`. */
function Terms({ row }: { row: SubMerchant }) {
  const t = useText();
  const tiers = row.tiers ?? [];
  const amount =
    row.shareKind === 'percent'
      ? `${row.sharePercent}%`
      : row.shareKind === 'rent'
        ? t({ zh: '{yuan}元/月', en: '{yuan} a month' }, { yuan: formatYuan(row.rentFen ?? 0) })
        : [...new Set([tiers[0], tiers.at(-1)].map((one) => (one ? percentOf(one.basisPoints) : '')))].join(' – ');
  return (
    <span className="by-row">
      <span className="by-tag">{t(ShareKind[row.shareKind])}</span>
      <b className="by-figure">{amount}</b>
    </span>
  );
}

function Tiers({ tiers }: { tiers: readonly ShareTier[] | null }) {
  const t = useText();
  if (!tiers) return null;
  return tiers
    .map(({ fromFen, basisPoints }) =>
      t(
        { zh: '{from}元起 {share}', en: '{share} from {from}' },
        { from: formatYuan(fromFen), share: percentOf(basisPoints) },
      ),
    )
    .join(t({ zh: '，', en: ', ' }));
}

function Lines({
  title,
  to,
  isEmpty,
  children,
}: {
  title: ReactNode;
  to: string;
  isEmpty: boolean | null;
  children: ReactNode;
}) {
  const t = useText();
  return (
    <section>
      <h3 className="by-card-title">
        {title}
        <Link to={to}>{t({ zh: '全部', en: 'All' })}</Link>
      </h3>
      {isEmpty === null ? (
        <Skeleton lines={2} />
      ) : isEmpty ? (
        <p className="by-hint">{t({ zh: '暂无记录', en: 'Nothing yet' })}</p>
      ) : (
        <ul className="sub-merchant-lines">{children}</ul>
      )}
    </section>
  );
}

function Settlements({ subMerchantId }: { subMerchantId: string }) {
  const t = useText();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['list', settlementList.name, subMerchantId, language],
    queryFn: ({ signal }) =>
      list(settlementList, { subMerchantId, page: 1, perPage: SHOWN }, { signal, isQuiet: true }),
  });
  return (
    <Lines
      title={t(settlementList.title)}
      to={listLink(SETTLEMENTS, { subMerchantId })}
      isEmpty={data ? data.rows.length === 0 : null}
    >
      {data?.rows.map((one) => (
        <li key={one.id}>
          <Link to={listLink(SETTLEMENTS, { subMerchantId, open: one.id })}>
            {one.fromDay} ~ {one.toDay}
          </Link>
          <StateDot tone={SettlementState[one.state].tone} label={SettlementState[one.state]} />
          <Money fen={one.payableFen} isStrong />
        </li>
      ))}
    </Lines>
  );
}

function Accounts({ subMerchantId }: { subMerchantId: string }) {
  const t = useText();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['list', subAccountList.name, subMerchantId, language],
    queryFn: ({ signal }) =>
      list(subAccountList, { subMerchantId, page: 1, perPage: SHOWN }, { signal, isQuiet: true }),
  });
  return (
    <Lines
      title={t(subAccountList.title)}
      to={listLink('/_cloud_operation/Subaccount_list', { subMerchantId })}
      isEmpty={data ? data.rows.length === 0 : null}
    >
      {data?.rows.map((one) => (
        <li key={one.id}>
          <span>
            {one.name} <span className="by-faint">{one.account}</span>
          </span>
          <StateDot tone={SubAccountState[one.state].tone} label={SubAccountState[one.state]} />
          <span />
        </li>
      ))}
    </Lines>
  );
}
