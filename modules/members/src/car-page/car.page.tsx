import '../customer-page/customer.css';
import './car.css';
import { disabledReason, type Listed } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  choicesOf,
  ErrorState,
  FilterSwitch,
  OperationDialog,
  Plate,
  ResourcePage,
  refreshLists,
  Skeleton,
  StateDot,
  TimeText,
  useText,
  ZoomPicture,
} from '@boyun/kernel/web';
import { PendingBanner, usePendingReason } from '@boyun/reviews/web';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  approveCar,
  CarState,
  carTransitions,
  customerCar,
  getCarClaim,
  rejectCar,
  revokeCar,
} from '../car/car.contract.ts';
import { carReviews } from '../car/car-review.contract.ts';

type Car = Listed<typeof customerCar>;
const ACTS = { approve: approveCar, reject: rejectCar, revoke: revokeCar };
type Act = keyof typeof ACTS;

const STATES = choicesOf(CarState);
const done = () => refreshLists(customerCar.name);

/** Cars of customers, with what they are certified by. */
export default function CarPage() {
  const [asked, setAsked] = useState<{ row: Car; act: Act } | null>(null);
  return (
    <>
      <ResourcePage
        of={customerCar}
        moreTools={(context) => <FilterSwitch context={context} filter="state" choices={STATES} />}
        cells={{
          plate: { width: 132, cell: (row) => <Plate text={row.plate} color={row.plateColor} /> },
          plateColor: { isHiddenAtFirst: true },
          customerId: { width: 120 },
          mobile: { width: 124, cell: (row) => <span className="by-figure">{row.mobile ?? '—'}</span> },
          state: { width: 110 },
          claimCount: { width: 96 },
          proof: { width: 130 },
          askedAt: { width: 140, cell: (row) => <TimeText at={row.askedAt} style="minute" /> },
          decidedAt: { width: 140, cell: (row) => <TimeText at={row.decidedAt} style="minute" /> },
          decidedBy: { width: 110 },
          note: { width: 180, isGrowing: true },
        }}
        detailWidth={640}
        detailNotes={(row) => <PendingBanner subjectId={row.id} />}
        moreDetail={(row) => (
          <>
            <Acts row={row as unknown as Car} onAct={(act) => setAsked({ row: row as unknown as Car, act })} />
            <Claim carId={row.id} />
          </>
        )}
        empty={{
          title: { zh: '还没有车辆', en: 'No cars yet' },
          hint: {
            zh: '客户在手机上添加车辆后会显示在这里',
            en: 'Cars appear here once customers add them on their phones',
          },
        }}
      />
      {asked && <Decision {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function Acts({ row, onAct }: { row: Car; onAct: (act: Act) => void }) {
  const t = useText();
  const pending = usePendingReason(row.id, carReviews.move.name);
  const acts: readonly Act[] = row.state === 'certified' ? ['revoke'] : ['approve', 'reject'];
  return (
    <div className="customer-acts">
      {acts.map((act) => (
        <ActButton
          key={act}
          type={act === 'approve' ? 'primary' : 'default'}
          danger={act !== 'approve'}
          access={ACTS[act].access}
          disabledReason={pending ?? disabledReason(carTransitions, act, row.state)}
          onAct={() => onAct(act)}
        >
          {t(ACTS[act].title)}
        </ActButton>
      ))}
    </div>
  );
}

function Decision({ row, act, onClose }: { row: Car; act: Act; onClose: () => void }) {
  const t = useText();
  const shared = {
    isOpen: true,
    given: { carId: row.id },
    title: `${t(ACTS[act].title)} · ${row.plate}`,
    onClose,
    onDone: done,
  };
  if (act === 'approve')
    return (
      <OperationDialog
        {...shared}
        of={approveCar}
        fields={{ note: approveCar.input.note }}
        hint={{
          zh: '若该车已认证给其他客户，通过后还需另一人审批',
          en: 'A car of another customer also needs the approval of a second person',
        }}
        done={({ isPending }) =>
          isPending ? { zh: '已提交审批', en: 'Waits for an approval' } : { zh: '已认证', en: 'Certified' }
        }
      />
    );
  const of = act === 'reject' ? rejectCar : revokeCar;
  return (
    <OperationDialog
      {...shared}
      of={of}
      fields={{ note: of.input.note }}
      isDangerous
      done={{ zh: '已处理', en: 'Done' }}
    />
  );
}

/** The pictures of a claim, and who else claims the plate. */
function Claim({ carId }: { carId: string }) {
  const t = useText();
  const asked = useQuery({
    queryKey: ['list', customerCar.name, carId, 'claim'],
    queryFn: ({ signal }) => call(getCarClaim, { carId }, { signal, isQuiet: true }),
  });
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton lines={3} />;
  const { pictures, others } = asked.data;
  return (
    <>
      <h3 className="by-card-title">{t(getCarClaim.output.pictures.label)}</h3>
      <Pictures addresses={pictures} />
      {others.length > 0 && <h3 className="by-card-title">{t(getCarClaim.output.others.label)}</h3>}
      {others.map((one) => (
        <section key={one.id} className="car-claim">
          <p>
            <b>{one.name ?? '—'}</b> <span className="by-figure">{one.mobile ?? '—'}</span>{' '}
            <StateDot tone={CarState[one.state].tone} label={CarState[one.state]} />{' '}
            <TimeText at={one.claimedAt} style="minute" />
          </p>
          <Pictures addresses={one.pictures} />
        </section>
      ))}
    </>
  );
}

function Pictures({ addresses }: { addresses: readonly string[] }) {
  const t = useText();
  if (addresses.length === 0) return <p className="by-hint">{t({ zh: '没有图片', en: 'No pictures' })}</p>;
  return (
    <div className="car-pictures">
      {addresses.map((one, index) => (
        <ZoomPicture
          key={one}
          address={one}
          size="fill"
          label={{ zh: `证明图片${index + 1}`, en: `Picture ${index + 1}` }}
        />
      ))}
    </div>
  );
}
