import { equal } from 'node:assert/strict';
import type { TestUser } from './server.ts';

/** Shared spots of a lot: a rule, owners, offers and bookings. */
export class TestShare {
  readonly #user: TestUser;
  readonly #lotId: string;
  #made = 0;

  constructor(user: TestUser, lotId: string) {
    this.#user = user;
    this.#lotId = lotId;
  }

  async make(path: string, body: object, by = this.#user) {
    const answer = await by.call(path, body);
    equal(answer.message, '');
    return answer.data;
  }

  /** The rule of the lot: the owner gets 70 percent, the platform 10. */
  async rule(values: object = {}): Promise<string> {
    const { Id } = await this.make('/api/shareRule/create', {
      LotId: this.#lotId,
      OwnerPercent: 70,
      PlatformPercent: 10,
      ...values,
    });
    return (await this.make('/api/shareRule/get', { Id })).Code;
  }

  async owner(values: object = {}): Promise<string> {
    this.#made += 1;
    const owner = {
      Name: `业主${this.#made}`,
      Mobile: `137${String(10_000_000 + this.#made)}`,
      LotId: this.#lotId,
      BankName: '招商银行',
      AccountName: `业主${this.#made}`,
      AccountNo: '6225 8801 2345 678',
    };
    return (await this.make('/api/spotOwner/create', { ...owner, ...values })).Id;
  }

  /** Offers a new spot every day around the clock, at 5 yuan an hour; returns the offer. */
  async offer(OwnerId: string, values: object = {}): Promise<string> {
    this.#made += 1;
    const { Id: SpotId } = await this.make('/api/parkSpot/create', {
      Number: `S${this.#made}`,
      LotId: this.#lotId,
      Kind: 'shared',
    });
    const Windows = [{ days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '23:59' }];
    const Reason = '业主上班时间空闲';
    const offer = { OwnerId, SpotId, Windows, Hour: '5.00', Reason, ...values };
    return (await this.make('/api/sharedOffer/offer', offer)).OfferId;
  }

  /** Books an offer in cash, or as said otherwise; returns the booking. */
  async book(OfferId: string, fromAt: string, untilAt: string, values: object = {}): Promise<string> {
    return (await this.make('/api/sharedBooking/book', this.order(OfferId, fromAt, untilAt, values))).BookingId;
  }

  /** The body of a booking, of a car of its own. */
  order(OfferId: string, FromAt: string, UntilAt: string, values: object = {}) {
    this.#made += 1;
    const car = { Plate: `粤B${50_000 + this.#made}`, Mobile: `136${String(10_000_000 + this.#made)}` };
    return { OfferId, FromAt, UntilAt, Method: 'cash', ...car, ...values };
  }

  /** The row of a booking, as the list has it. */
  async row(BookingId: string) {
    const { Rows } = await this.make('/api/sharedBooking/list', { PerPage: 100 });
    return Rows.find((one: { Id: string }) => one.Id === BookingId);
  }

  detail(BookingId: string) {
    return this.make('/api/sharedBooking/get', { BookingId });
  }

  async balance(Id: string): Promise<string> {
    return (await this.make('/api/spotOwner/get', { Id })).Balance;
  }
}
