import './share-phone.css';
import { DriverPage } from '@boyun/kernel/web';
import { SearchSpots } from './search-spot.view.tsx';
import { SharedBooking } from './share-booking.view.tsx';

/** Public page: searches and books shared spots at `/share/{code}`, shows a booking at `/shared/{code}`. */
export default function SharePage({ code }: { code: string }) {
  return (
    <DriverPage>
      {location.pathname.startsWith('/shared/') ? <SharedBooking code={code} /> : <SearchSpots code={code} />}
    </DriverPage>
  );
}
