/**
 * The addresses of pages that drivers open with their phones, without signing in: a payment, a fixed code, the renewal of a pack, a claim,
 * an invitation, a booking, shared spots, a feedback, an invoice, the end of advertising; and their own
 * app, and that of collectors; and by displays. The first group names the page, the second is its code.
 */
export const PHONE_PATH =
  /^\/(pay|place|renew|claim|coupon|visit|book|booked|share|shared|spots|feedback|answer|invoice|app|pos|lcd|stop)\/([\w-]{1,64})\/?$/;
