import type { Output } from '@boyun/kernel/contract';
import { refreshLists } from '@boyun/kernel/web';
import { channelDayList, type getChannelDay } from '../channel-day/channel-day.contract.ts';
import { differenceList, type getDifference } from '../difference/difference.contract.ts';

/** A day as the page shows it. */
export type ShownDay = Output<typeof getChannelDay>;

/** A difference as the drawer shows it. */
export type ShownDifference = Output<typeof getDifference>;

/** Refetches everything that shows a day or its differences. */
export const refreshDay = () => Promise.all([channelDayList, differenceList].map((one) => refreshLists(one.name)));
