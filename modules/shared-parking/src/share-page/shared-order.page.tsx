import './share.css';
import { disabledReason, type ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  choicesOf,
  FilterSwitch,
  ListPage,
  Money,
  OperationDialog,
  Plate,
  refreshLists,
  TimeText,
  useText,
} from '@boyun/kernel/web';
import { OpenPurchases, useTaking } from '@boyun/money/web';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import {
  BookingState,
  bookingTransitions,
  bookSharedSpot,
  cancelSharedBooking,
  reportTaken,
  sharedBookingList,
} from '../booking/shared-booking.contract.ts';
import { sharedPurpose } from '../booking/shared-purpose.contract.ts';
import { sharedOffer } from '../offer/shared-offer.contract.ts';
import { SharedOrderDetail } from './shared-order-detail.view.tsx';

const BookForm = lazy(() => import('./book.form.tsx'));
const CancelForm = lazy(() => import('./cancel.form.tsx'));

/** A booking, as listed. */
type Row = ReportRow<typeof sharedBookingList>;
type Asked = { readonly row: Row; readonly act: 'cancel' | 'taken' };

const STATES = choicesOf(BookingState);
const done = () => Promise.all([sharedBookingList, sharedOffer].map((one) => refreshLists(one.name)));
const { bookingId: _, ...TAKEN } = reportTaken.input;

/** Bookings of shared spots: paid in advance, their overstays, and who got which part. */
export default function SharedOrderPage() {
  const t = useText();
  const [isBooking, setBooking] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const taking = useTaking({ onEnd: done });
  const close = () => setAsked(null);
  const book = (
    <ActButton access={bookSharedSpot.access} type="primary" icon={<Plus />} onAct={() => setBooking(true)}>
      {t(bookSharedSpot.title)}
    </ActButton>
  );
  return (
    <>
      <ListPage
        source={sharedBookingList}
        filters={['plate', 'lotId', 'ownerId', 'bookingNo', 'from', 'to']}
        toolbar={(context) => (
          <>
            {book}
            <FilterSwitch context={context} filter="state" choices={STATES} />
          </>
        )}
        columns={COLUMNS}
        cells={{
          plate: { width: 132, cell: (row) => <Plate text={row.plate} /> },
          state: { width: 96 },
          spot: { width: 84, cell: (row) => <b className="by-strong">{row.spot}</b> },
          lotName: { width: 150, isGrowing: true },
          ownerName: { width: 84 },
          fromAt: { width: 134, cell: (row) => <TimeText at={row.fromAt} style="minute" /> },
          untilAt: { width: 134, cell: (row) => <TimeText at={row.untilAt} style="minute" /> },
          arrivedAt: { isHiddenAtFirst: true },
          leftAt: { isHiddenAtFirst: true },
          amountFen: { width: 92, cell: (row) => <Money fen={row.amountFen} isStrong /> },
          refundFen: { width: 84, cell: (row) => <Amount fen={row.refundFen} /> },
          overstayMinutes: { isHiddenAtFirst: true },
          overstayFen: { width: 84, cell: (row) => <Amount fen={row.overstayFen} /> },
          ownerFen: { width: 92, cell: (row) => <Amount fen={row.ownerFen} /> },
          lotFen: { isHiddenAtFirst: true },
          platformFen: { isHiddenAtFirst: true },
          mobile: { isHiddenAtFirst: true },
          driverName: { isHiddenAtFirst: true },
          bookingNo: { isHiddenAtFirst: true },
          createdAt: { isHiddenAtFirst: true },
          reason: { isHiddenAtFirst: true },
        }}
        detailWidth={640}
        detailTitle={(row) => <Plate text={row.plate} />}
        detail={(row) => <Detail row={row} onAct={(act) => setAsked({ row, act })} />}
        empty={{ ...EMPTY, action: book }}
      />
      <Suspense fallback={null}>
        {isBooking && <BookForm onClose={() => setBooking(false)} onDone={taking.goOn} />}
        {asked?.act === 'cancel' && <CancelForm row={asked.row} onClose={close} onDone={done} />}
      </Suspense>
      <OperationDialog
        isOpen={asked?.act === 'taken'}
        of={reportTaken}
        title={`${t(reportTaken.title)} · ${asked?.row.spot ?? ''}`}
        given={{ bookingId: asked?.row.id ?? '' }}
        fields={TAKEN}
        hint={{
          zh: '调换为同车场最便宜的空闲共享车位，价格不变；没有空位时全额退款',
          en: 'Gives the cheapest free spot of the lot at the same price; without one, refund everything',
        }}
        done={{ zh: '已处理', en: 'Done' }}
        onClose={close}
        onDone={done}
      />
      {taking.dialog}
    </>
  );
}

const EMPTY = {
  title: { zh: '还没有共享订单', en: 'No bookings yet' },
  hint: {
    zh: '车主扫描“共享规则”里的二维码预订，或在此代客预订',
    en: 'Drivers book on the page of the sharing rule; staff books for them here',
  },
};

/** One booking with what can be done about it. */
function Detail({ row, onAct }: { row: Row; onAct: (act: Asked['act']) => void }) {
  const t = useText();
  return (
    <>
      <OpenPurchases kind={sharedPurpose.kind} subjectId={row.id} onEnd={done} />
      <div className="share-acts">
        <ActButton
          danger
          access={cancelSharedBooking.access}
          disabledReason={disabledReason(bookingTransitions, 'cancel', row.state)}
          onAct={() => onAct('cancel')}
        >
          {t(cancelSharedBooking.title)}
        </ActButton>
        <ActButton
          access={reportTaken.access}
          disabledReason={disabledReason(bookingTransitions, 'taken', row.state)}
          onAct={() => onAct('taken')}
        >
          {t(reportTaken.title)}
        </ActButton>
      </div>
      <SharedOrderDetail row={row} />
    </>
  );
}

const COLUMNS = [
  'plate',
  'state',
  'spot',
  'lotName',
  'ownerName',
  'fromAt',
  'untilAt',
  'amountFen',
  'refundFen',
  'overstayFen',
  'ownerFen',
  'lotFen',
  'platformFen',
  'arrivedAt',
  'leftAt',
  'overstayMinutes',
  'mobile',
  'driverName',
  'bookingNo',
  'createdAt',
  'reason',
] as const;

const Amount = ({ fen }: { fen: number }) => (fen === 0 ? <span className="by-faint">—</span> : <Money fen={fen} />);
