import { event, instant, optional, reference, text } from '@boyun/kernel/contract';
import { seeTours } from './patrol-tour.contract.ts';

const tourId = reference({ zh: '巡逻', en: 'Patrol' }, 'patrol-tour');
const carId = reference({ zh: '巡逻车', en: 'Patrol car' }, 'patrol-car');
const carName = text({ zh: '巡逻车', en: 'Patrol car' }, { max: 64 });
const name = optional(text({ zh: '路线', en: 'Route' }, { max: 64 }));
const live = { access: [seeTours] };

/** Address of a tour. */
export const tourPath = (id: string) => `/_cloud_operation/patrolTour?open=${id}`;

/** A car began a tour. */
export const tourStarted = event('patrol-tour.started', {
  label: { zh: '巡逻车出车', en: 'A patrol began' },
  fields: { tourId, carId, carName, name },
  live,
});

/** A tour is over. */
export const tourEnded = event('patrol-tour.ended', {
  label: { zh: '巡逻车收车', en: 'A patrol ended' },
  fields: { tourId, carId, carName, name },
  live,
});

/** A planned tour was not begun in time. */
export const tourMissed = event('patrol-tour.missed', {
  label: { zh: '漏巡', en: 'A patrol was missed' },
  fields: { tourId, carId, carName, name, plannedAt: instant({ zh: '计划时间', en: 'Planned' }) },
  live,
  push: {
    placeholders: {
      route: { label: { zh: '路线', en: 'Route' }, value: (data) => data.name ?? '—' },
      car: { label: carName.label, value: (data) => data.carName },
    },
    title: { zh: '漏巡：{route}', en: 'Patrol missed: {route}' },
    body: { zh: '{car}没有按时出车巡逻{route}', en: '{car} has not started on {route} in time' },
    path: (data) => tourPath(data.tourId),
    message: 'alarm',
  },
});
