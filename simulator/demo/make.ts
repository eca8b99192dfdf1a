import type { SetClock } from '@boyun/kernel/server';
import { judgeCameras, judgeDetectors, sumCameraDays, sumSpotDays } from '@boyun/passings/server';
import type { Product } from '@boyun/server/product';
import type { InsideCar } from '../replay/traffic.ts';
import { workOnAppointments } from './appointment.ts';
import { buildDemo, type DemoWorld } from './build.ts';
import { workOnCards } from './card.ts';
import { workOnFeedback } from './feedback.ts';
import { makeHistory } from './history.ts';
import { workOnInvoices } from './invoice.ts';
import { addLcds } from './lcd.ts';
import { workOnMembers } from './member.ts';
import type { Newcomer } from './newcomer.ts';
import { addOpenApi } from './open-api.ts';
import { addPatrols } from './patrol.ts';
import { DEMO_LOTS, type DemoLot } from './place.ts';
import { addPublicTools } from './public-tools.ts';
import { workOnPurchases } from './purchase.ts';
import { addPush } from './push.ts';
import { workOnReconciliation } from './reconcile.ts';
import { workOnRepairs } from './repair.ts';
import { addReports } from './report.ts';
import { workOnReviews } from './review.ts';
import { planRoster } from './roster.ts';
import { addDeviceAlarms, addScreens } from './screen.ts';
import { workOnSettlements } from './settlement.ts';
import { registerDrivers } from './share.ts';
import { workOnSharedSpots } from './shared-spot.ts';
import { signIn } from './sign-in.ts';
import { workOnSite } from './site.ts';
import { workOnSms } from './sms.ts';
import { addSystemPages } from './system-page.ts';
import { workOnTariffs } from './tariff.ts';
import { workOnTasks } from './task.ts';
import { addTenants } from './tenant.ts';
import { workOnUnits } from './unit.ts';
import { addVideo } from './video.ts';
import { addWallScreens } from './wall-screen.ts';
import { workOnWallets } from './wallet.ts';

const DAY_MS = 86_400_000;

/**
 * Makes the demo in an empty database: its places, the traffic from the clock's present up to `to`, and what people did
 * since. Returns its world and the cars inside at the end; the clock is at `to` then.
 */
export async function makeDemo(
  /** With `taskJobs()`: people wait for exports and imports. */
  product: Product,
  options: {
    /** The clock of the product. */
    clock: SetClock;
    databaseUrl: string;
    to: Date;
    lots?: readonly DemoLot[];
    /** Called when the places are there; the history begins once it has resolved. */
    onPlaces?: () => Promise<void>;
    /** Receives the share of the traffic that is done, 0 to 1. */
    onProgress?: (share: number) => void;
  },
): Promise<{ world: DemoWorld; inside: InsideCar[]; newcomers: Newcomer[] }> {
  const { clock, databaseUrl, to } = options;
  const from = clock.now();
  await product.kernel.tasks.work();
  const world = await buildDemo(product, from, options.lots ?? DEMO_LOTS);
  await planRoster(await signIn(product, 'admin'), world.booths, from);
  await options.onPlaces?.();
  const inside = await makeHistory({
    kernel: product.kernel,
    databaseUrl,
    tenantId: world.tenantId,
    attendantId: world.attendantId,
    fleet: world.fleet,
    booths: world.booths,
    from,
    to,
    onProgress: options.onProgress ?? (() => undefined),
  });
  await registerDrivers(product, clock, to);
  // Reactions to the history have already taken effect; from here on acts of staff send their messages.
  await product.consumers.skipReactions(['sentry-operations', 'appointments-completed']);
  await workOnTariffs(product, world, from, to);
  await addOpenApi(product, world.tenantId);
  await workOnReviews(product);
  const newcomers = await workOnSite(product, world);
  await sumCameraDays(product.kernel, from);
  await judgeCameras(product.kernel);
  await sumSpotDays(product.kernel, new Date(to.getTime() - 3 * DAY_MS));
  await judgeDetectors(product.kernel);
  await workOnAppointments(product, to);
  await workOnCards(product, world, to);
  await workOnWallets(product, world, clock, to);
  await workOnPurchases(product, clock, { from, to });
  await workOnUnits(product, to);
  await workOnSharedSpots(product, world, clock, to);
  await workOnReconciliation(product, world, to);
  await workOnInvoices(product, world, clock, to);
  await workOnFeedback(product, world.tenantId, to);
  await workOnRepairs(product, clock, to);
  const drivers = await workOnMembers(product, clock, to);
  await addScreens(product);
  await addLcds(product);
  await addDeviceAlarms(product, world.tenantId, to);
  await addPush(product, world.tenantId);
  await workOnSms(product, world.tenantId, { drivers, clock, to });
  await workOnTasks(product);
  await addSystemPages(product);
  await addPublicTools(product);
  await addWallScreens(product);
  await addVideo(product);
  await addPatrols(product, world);
  await addTenants(product, world.tenantId);
  await addReports(product);
  // The days it settles are over: nothing is booked in them any more.
  await workOnSettlements(product, clock, to);
  await product.consumers.drain();
  return { world, inside, newcomers };
}
