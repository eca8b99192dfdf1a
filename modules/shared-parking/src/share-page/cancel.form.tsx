import type { ReportRow } from '@boyun/kernel/contract';
import { call, Money, OperationDialog, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { cancelSharedBooking, getSharedBooking, sharedBookingList } from '../booking/shared-booking.contract.ts';

/** Cancels a booking; says before what goes back. */
export default function CancelForm({
  row,
  onClose,
  onDone,
}: {
  row: ReportRow<typeof sharedBookingList>;
  onClose: () => void;
  onDone: () => unknown;
}) {
  const t = useText();
  const { data } = useQuery({
    queryKey: ['list', sharedBookingList.name, 'detail', row.id],
    queryFn: ({ signal }) => call(getSharedBooking, { bookingId: row.id }, { signal }),
  });
  if (!data) return null;
  return (
    <OperationDialog
      isOpen
      of={cancelSharedBooking}
      title={`${t(cancelSharedBooking.title)} · ${row.plate}`}
      given={{ bookingId: row.id, refundFen: data.cancelRefundFen }}
      fields={{ reason: cancelSharedBooking.input.reason }}
      done={{ zh: '已取消', en: 'Cancelled' }}
      onClose={onClose}
      onDone={onDone}
    >
      <p>
        {t({ zh: '已付', en: 'Paid' })} <Money fen={data.paidFen} /> · {t({ zh: '按约定退款', en: 'goes back' })}{' '}
        <Money fen={data.cancelRefundFen} isStrong />
      </p>
    </OperationDialog>
  );
}
