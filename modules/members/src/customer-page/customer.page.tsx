import './customer.css';
import { disabledReason, type Listed } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  choicesOf,
  ErrorState,
  FilterSwitch,
  listLink,
  Modal,
  Money,
  OperationDialog,
  Plate,
  ResourcePage,
  refreshLists,
  Skeleton,
  StateDot,
  TimeText,
  useText,
} from '@boyun/kernel/web';
import { StoredPart } from '@boyun/payments/web';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  CustomerState,
  customer,
  customerTransitions,
  freezeCustomer,
  getCustomerDetail,
  mergeCustomers,
  releaseCustomer,
  revealMobile,
} from '../customer/customer.contract.ts';

type Customer = Listed<typeof customer>;
type Act = 'freeze' | 'release' | 'reveal' | 'merge';

const STATES = choicesOf(CustomerState);
const done = () => refreshLists(customer.name);

/** Customers: their number masked, money, cars and orders. */
export default function CustomerPage() {
  const [asked, setAsked] = useState<{ row: Customer; act: Act } | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  return (
    <>
      <ResourcePage
        of={customer}
        moreTools={(context) => <FilterSwitch context={context} filter="state" choices={STATES} />}
        cells={{
          mobile: { width: 124, cell: (row) => <b className="by-strong by-figure">{row.mobile ?? '—'}</b> },
          name: { width: 120 },
          state: { width: 96 },
          balanceFen: { width: 110, cell: (row) => <Money fen={row.balanceFen} isStrong /> },
          carCount: { width: 96 },
          channel: { width: 110 },
          referrerId: { width: 110 },
          registeredAt: { width: 150, cell: (row) => <TimeText at={row.registeredAt} style="minute" /> },
          seenAt: { width: 150, cell: (row) => <TimeText at={row.seenAt} style="minute" /> },
          language: { isHiddenAtFirst: true },
          remark: { isHiddenAtFirst: true },
        }}
        detailWidth={640}
        isFixed={(row) => row.state === 'deleted'}
        moreDetail={(row) => (
          <>
            <Acts
              row={row as unknown as Customer}
              onAct={(act) => setAsked({ row: row as unknown as Customer, act })}
            />
            <Detail customerId={row.id} />
          </>
        )}
        empty={{
          title: { zh: '还没有客户', en: 'No customers yet' },
          hint: {
            zh: '车主在手机上登录，或员工开通钱包后，会显示在这里',
            en: 'Drivers appear here once they sign in on their phones, or staff opens a wallet for them',
          },
        }}
      />
      {asked && <ActDialog {...asked} onClose={() => setAsked(null)} onReveal={setShown} />}
      {shown && <FullNumber number={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function FullNumber({ number, onClose }: { number: string; onClose: () => void }) {
  const t = useText();
  return (
    <Modal open footer={null} title={t(revealMobile.title)} onCancel={onClose}>
      <p className="customer-number by-figure">{number}</p>
      <p className="by-hint">{t({ zh: '本次查看已记入操作日志', en: 'The audit log has an entry about this' })}</p>
    </Modal>
  );
}

function Acts({ row, onAct }: { row: Customer; onAct: (act: Act) => void }) {
  const t = useText();
  const reason = (act: keyof typeof customerTransitions) => disabledReason(customerTransitions, act, row.state);
  return (
    <div className="customer-acts">
      <ActButton access={revealMobile.access} disabledReason={reason('reveal')} onAct={() => onAct('reveal')}>
        {t(revealMobile.title)}
      </ActButton>
      <ActButton access={mergeCustomers.access} disabledReason={reason('reveal')} onAct={() => onAct('merge')}>
        {t(mergeCustomers.title)}
      </ActButton>
      {row.state === 'frozen' ? (
        <ActButton access={releaseCustomer.access} onAct={() => onAct('release')}>
          {t(releaseCustomer.title)}
        </ActButton>
      ) : (
        <ActButton
          danger
          access={freezeCustomer.access}
          disabledReason={reason('freeze')}
          onAct={() => onAct('freeze')}
        >
          {t(freezeCustomer.title)}
        </ActButton>
      )}
    </div>
  );
}

function ActDialog({
  row,
  act,
  onClose,
  onReveal,
}: {
  row: Customer;
  act: Act;
  onClose: () => void;
  onReveal: (fullNumber: string) => void;
}) {
  const t = useText();
  const given = { customerId: row.id };
  const name = [row.mobile, row.name].filter(Boolean).join(' ');
  if (act === 'reveal')
    return (
      <OperationDialog
        isOpen
        of={revealMobile}
        fields={{ note: revealMobile.input.note }}
        given={given}
        title={`${t(revealMobile.title)} · ${name}`}
        onClose={onClose}
        onDone={({ fullNumber }) => onReveal(fullNumber)}
      />
    );
  if (act === 'merge') {
    const { otherMobile, note } = mergeCustomers.input;
    return (
      <OperationDialog
        isOpen
        of={mergeCustomers}
        fields={{ otherMobile, note }}
        given={given}
        title={`${t(mergeCustomers.title)} · ${name}`}
        isDangerous
        done={{ zh: '已合并', en: 'Merged' }}
        onClose={onClose}
        onDone={done}
      />
    );
  }
  const of = act === 'freeze' ? freezeCustomer : releaseCustomer;
  return (
    <OperationDialog
      isOpen
      of={of}
      fields={{ note: of.input.note }}
      given={given}
      title={`${t(of.title)} · ${name}`}
      isDangerous={act === 'freeze'}
      done={act === 'freeze' ? { zh: '已冻结', en: 'Frozen' } : { zh: '已解冻', en: 'Released' }}
      onClose={onClose}
      onDone={done}
    />
  );
}

/** The cars and the last orders of a customer. */
function Detail({ customerId }: { customerId: string }) {
  const asked = useQuery({
    queryKey: ['list', customer.name, customerId, 'detail'],
    queryFn: ({ signal }) => call(getCustomerDetail, { customerId }, { signal, isQuiet: true }),
  });
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton lines={4} />;
  const { cars, stays } = asked.data;
  return (
    <>
      <StoredPart title={getCustomerDetail.output.cars.label} size={cars.length}>
        {cars.map((one) => (
          <li key={one.id} className="is-car">
            <Plate text={one.plate} />
            <StateDot
              tone={one.isCertified ? 'good' : 'neutral'}
              label={one.isCertified ? { zh: '已认证', en: 'Certified' } : { zh: '未认证', en: 'Not certified' }}
            />
            <Link to={listLink('/_cloud_member/car', { open: one.id })}>›</Link>
          </li>
        ))}
      </StoredPart>
      <StoredPart title={getCustomerDetail.output.stays.label} size={stays.length}>
        {stays.map((one) => (
          <li key={one.orderId}>
            <TimeText at={one.enteredAt} style="minute" />
            <Plate text={one.plate} />
            <span className="by-faint">{one.lotName}</span>
            <Link to={listLink('/_cloud_operation/order', { open: one.orderId })}>{one.orderNo}</Link>
            <Money fen={one.feeFen} isStrong />
          </li>
        ))}
      </StoredPart>
    </>
  );
}
