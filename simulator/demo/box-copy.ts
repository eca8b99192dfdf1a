import type { Tariff } from '@boyun/domain/fee';
import { quoteStay } from '@boyun/domain/stay-quote';
import type { Random } from '../replay/random.ts';

type Value = Readonly<Record<string, unknown>>;
type Say = (body: object) => Promise<Record<string, unknown>>;

/** A stay somebody pays for at a box. */
interface Owing {
  readonly OrderId: string;
  readonly Plate: string;
  readonly TariffVersionId: string;
  readonly fen: number;
}

/** The least minutes a car has stood that pays at the booth before it leaves. */
const STOOD_MINUTES = 90;

/** What a box of the demo knows. */
export class BoxCopy {
  readonly #rows = new Map<string, Value>();
  cursor: string | null = null;

  /** Reads everything there is to read. */
  async read(say: Say): Promise<void> {
    for (let pages = 0; pages < 500; pages += 1) {
      const { Cursor, IsStart, IsLast, Rows } = await say({ Cursor: this.cursor, Limit: 500 });
      if (IsStart) this.#rows.clear();
      for (const { Section, Key, Value: value } of Rows as { Section: string; Key: string; Value: Value | null }[])
        if (value) this.#rows.set(`${Section}/${Key}`, value);
        else this.#rows.delete(`${Section}/${Key}`);
      this.cursor = Cursor as string;
      if (IsLast) return;
    }
  }

  #of(section: string): Value[] {
    return [...this.#rows].filter(([name]) => name.startsWith(`${section}/`)).map(([, value]) => value);
  }

  /** The code of a lane in a direction. */
  lane(direction: 'entry' | 'exit'): string | null {
    return (this.#of('lane').find((one) => one.Direction === direction)?.Code as string | undefined) ?? null;
  }

  /** An account that may take cash at this box. */
  attendant(): string | null {
    return (this.#of('attendant').find((one) => one.MayCollect)?.Id as string | undefined) ?? null;
  }

  /** A temporary car inside with what it owes at a moment; null where none does. */
  owing(atMs: number, random: Random): Owing | null {
    const [zone] = this.#of('lot').map((one) => String(one.TimeZone));
    const calendar = Object.fromEntries(
      this.#of('day').map((one) => [String(one.Day), one.Kind as 'holiday' | 'workday']),
    );
    const stays = this.#of('stay').filter(
      (one) =>
        one.Standing === 'temporary' &&
        one.PaidFen === 0 &&
        one.PayState === 'unpaid' &&
        typeof one.ChargeVersionId === 'string' &&
        atMs - Date.parse(String(one.EnteredAt)) > STOOD_MINUTES * 60_000,
    );
    const stay = stays[random.below(Math.max(1, stays.length))];
    if (!stay || !zone) return null;
    const tariff = this.#rows.get(`tariff/${stay.ChargeVersionId}`)?.Tariff as Tariff | undefined;
    const { feeFen } = quoteStay(tariff, {
      enteredAtMs: Date.parse(String(stay.EnteredAt)),
      atMs,
      zone,
      plateColor: Number(stay.PlateColor),
      vehicleKind: (stay.VehicleKind as string | null) ?? null,
      spotKind: (stay.SpotKind as string | null) ?? null,
      settlements: [],
      covered: [],
      calendar,
    });
    const { OrderId, Plate, ChargeVersionId: TariffVersionId } = stay as Readonly<Record<string, string>>;
    return feeFen > 0 ? { OrderId: OrderId!, Plate: Plate!, TariffVersionId: TariffVersionId!, fen: feeFen } : null;
  }
}
