import './share.css';
import { type Label, type Output, optional, reference } from '@boyun/kernel/contract';
import { call, Drawer, Money, now, RecordForm, Skeleton, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { bookSharedSpot, findSharedSpots, sharedBookingList } from '../booking/shared-booking.contract.ts';

const { offerId, ...REST } = bookSharedSpot.input;
const { fromAt, untilAt, ...CAR } = REST;
const FIELDS = {
  lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot'), { zh: '全部', en: 'All' }),
  fromAt,
  untilAt,
  offerId,
  ...CAR,
};
const QUARTER_MS = 15 * 60_000;
const BOOKED: Label = { zh: '已预订', en: 'Booked' };

/** Books a shared spot for a driver: time, a free spot with its price, car, payment. */
export default function BookForm({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (sold: Output<typeof bookSharedSpot>, done: Label) => unknown;
}) {
  const t = useText();
  const start = Math.ceil(now().getTime() / QUARTER_MS) * QUARTER_MS;
  return (
    <Drawer isOpen title={t(bookSharedSpot.title)} width={620} onClose={onClose}>
      <RecordForm
        columns={1}
        fields={FIELDS}
        initial={{ fromAt: new Date(start), untilAt: new Date(start + 8 * QUARTER_MS) }}
        parts={{
          offerId: ({ value, values, setValues }) => (
            <SpotPicker
              lotId={(values.lotId as string | null) ?? null}
              fromAt={(values.fromAt as Date | null) ?? null}
              untilAt={(values.untilAt as Date | null) ?? null}
              value={(value as string | null) ?? null}
              onChange={(chosen) => setValues({ offerId: chosen })}
            />
          ),
        }}
        submitText={t({ zh: '预订', en: 'Book' })}
        onSubmit={async ({ lotId: _, ...values }) => {
          const sold = await call(bookSharedSpot, values);
          onClose();
          await onDone(sold, BOOKED);
        }}
        onCancel={onClose}
      />
    </Drawer>
  );
}

/** The spots that are free for a time, to choose one. */
function SpotPicker(props: {
  readonly lotId: string | null;
  readonly fromAt: Date | null;
  readonly untilAt: Date | null;
  readonly value: string | null;
  readonly onChange: (offerId: string) => void;
}) {
  const { lotId, fromAt, untilAt, value, onChange } = props;
  const t = useText();
  const { data, error, isLoading } = useQuery({
    queryKey: ['list', sharedBookingList.name, 'find', lotId, fromAt, untilAt],
    queryFn: ({ signal }) =>
      call(findSharedSpots, { lotId, fromAt: fromAt!, untilAt: untilAt! }, { signal, isQuiet: true }),
    enabled: fromAt !== null && untilAt !== null,
    retry: false,
  });
  if (error) return <p className="by-hint">{error.message}</p>;
  if (isLoading || !data) return <Skeleton lines={2} />;
  if (data.spots.length === 0)
    return <p className="by-hint">{t({ zh: '此时间没有空闲共享车位', en: 'No shared spot is free at that time' })}</p>;
  return (
    <div className="share-found">
      {data.spots.map((one) => (
        <button
          key={one.offerId}
          type="button"
          aria-pressed={one.offerId === value}
          onClick={() => onChange(one.offerId)}
        >
          <b>
            {one.spot} · <Money fen={one.amountFen} isStrong />
          </b>
          <span>
            {one.lotName} · <Money fen={one.hourFen} />
            {t({ zh: '/小时', en: '/h' })}
          </span>
        </button>
      ))}
    </div>
  );
}
