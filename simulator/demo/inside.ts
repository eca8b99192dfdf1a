import type { Fleet } from '../replay/fleet.ts';
import type { InsideCar } from '../replay/traffic.ts';
import type { Call } from './sign-in.ts';

interface InsideRow {
  readonly Plate: string;
  readonly PlateColor: InsideCar['color'];
  readonly LotId: string;
  readonly EnteredAt: string;
}

const PAGE = 200;
/** Who stays longer than a day is left inside, to be looked after by whoever tries the demo. */
const LONGEST_MS = 86_400_000;

/** Returns who is inside the lots of the fleet by the server's books, with whom the traffic of a further start continues. */
export async function readInside(call: Call, fleet: Fleet, nowMs: number): Promise<InsideCar[]> {
  const rowsOf = async <T>(path: string): Promise<T[]> => {
    const found: T[] = [];
    for (let page = 1; ; page += 1) {
      const { Rows } = await call(path, { Page: page, PerPage: PAGE });
      found.push(...(Rows as unknown as T[]));
      if (Rows.length < PAGE) return found;
    }
  };
  const lots = await rowsOf<{ readonly Id: string; readonly Code: string }>('/api/parkLot/list');
  const codes = new Map(lots.map(({ Id, Code }) => [Id, Code]));
  const played = new Set(fleet.lots.map(({ code }) => code));
  return (await rowsOf<InsideRow>('/api/order/getInLotPage'))
    .map(({ Plate, PlateColor, LotId, EnteredAt }) => ({
      plate: Plate,
      color: PlateColor,
      lotCode: codes.get(LotId) ?? '',
      enteredAtMs: Date.parse(EnteredAt),
    }))
    .filter(({ lotCode, enteredAtMs }) => played.has(lotCode) && nowMs - enteredAtMs < LONGEST_MS);
}
