import { event, money, optional, reference } from '@boyun/kernel/contract';

const shiftId = reference({ zh: '班次', en: 'Shift' }, 'shift');
const sentryId = reference({ zh: '岗亭', en: 'Sentry box' }, 'sentry');
const fen = (zh: string, en: string) => money({ zh, en }, { min: -100_000_000_00 });

/** A shift began. */
export const shiftOpened = event('shift.opened', {
  label: { zh: '开班', en: 'A shift began' },
  fields: { shiftId, sentryId, openingFen: fen('备用金', 'Opening cash') },
});

/** The cash of a shift was counted. */
export const shiftCounted = event('shift.counted', {
  label: { zh: '清点现金', en: 'The cash of a shift was counted' },
  fields: {
    shiftId,
    sentryId,
    expectedFen: fen('应有现金', 'Expected'),
    countedFen: fen('实点现金', 'Counted'),
    differenceFen: fen('差额', 'Difference'),
  },
});

/** A shift ended. */
export const shiftClosed = event('shift.closed', {
  label: { zh: '交班', en: 'A shift ended' },
  fields: { shiftId, sentryId, handedInFen: optional(fen('上交现金', 'Handed in')) },
});
