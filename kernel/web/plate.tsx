import './plate.css';
import { noPlate, normalizePlate, plateColor, plateColorOf } from '@boyun/domain/plate';
import { Link } from 'react-router';
import { useText } from './language.ts';

const NAMES = ['unknown', 'blue', 'yellow', 'white', 'black', 'green', 'new-energy'] as const;

const BADGES = {
  black: { mark: { zh: '黑', en: 'Black' }, label: { zh: '黑名单', en: 'Black list' } },
  white: { mark: { zh: '白', en: 'White' }, label: { zh: '白名单', en: 'White list' } },
  pack: { mark: { zh: '月', en: 'Pack' }, label: { zh: '月卡', en: 'Monthly pack' } },
  vip: { mark: { zh: 'V', en: 'VIP' }, label: { zh: 'VIP', en: 'VIP' } },
  arrears: { mark: { zh: '欠', en: 'Owes' }, label: { zh: '欠费', en: 'In arrears' } },
  unit: { mark: { zh: '单', en: 'Unit' }, label: { zh: '单位车', en: 'Unit vehicle' } },
  fixed: { mark: { zh: '固', en: 'Fixed' }, label: { zh: '固定车', en: 'Fixed vehicle' } },
  free: { mark: { zh: '免', en: 'Free' }, label: { zh: '免费车', en: 'Free vehicle' } },
  visitor: { mark: { zh: '访', en: 'Visit' }, label: { zh: '访客车', en: 'Visitor' } },
  appointment: { mark: { zh: '约', en: 'Booked' }, label: { zh: '预约车', en: 'Appointment' } },
} as const;

/** A list a car stands on, shown beside its plate. */
export type PlateBadge = keyof typeof BADGES;

/** The badge of a standing; temporary cars have none. */
export function badgeOf(standing: string | null | undefined): PlateBadge | undefined {
  return standing && Object.hasOwn(BADGES, standing) ? (standing as PlateBadge) : undefined;
}

/** Code 0–6 of a plate's colour: the one given, else what its text implies. */
export function plateColorCode(text: string, given?: number | string | null): number {
  const code = given === null || given === undefined || given === '' ? 0 : Number(given);
  return code >= 1 && code <= 6 ? code : plateColor[plateColorOf(text)].code;
}

/** A number plate drawn as a plate in its real colour; the same chip everywhere. */
export function Plate({
  text,
  color,
  badge,
  to,
  size = 'small',
}: {
  text: string | null | undefined;
  /** Code 0–6 of spec §3; without it the text decides. */
  color?: number | string | null;
  badge?: PlateBadge;
  /** Address of the car's history. */
  to?: string;
  size?: 'small' | 'large';
}) {
  const t = useText();
  if (!text || text === noPlate) return <span className="by-faint">{t({ zh: '无牌', en: 'No plate' })}</span>;
  const plate = normalizePlate(text);
  const code = plateColorCode(plate, color);
  const spoken = Object.values(plateColor)[code]!;
  const chip = (
    <span className={`by-plate by-plate-${NAMES[code]} by-plate-${size}`} title={t(spoken)}>
      <span className="by-plate-head">{plate.slice(0, 2)}</span>
      <span className="by-plate-stud" aria-hidden />
      <span>{plate.slice(2)}</span>
    </span>
  );
  return (
    <span className="by-plate-place">
      {to ? (
        <Link to={to} className="by-plate-link" onClick={(event) => event.stopPropagation()}>
          {chip}
        </Link>
      ) : (
        chip
      )}
      {badge && (
        <span className={`by-plate-badge by-plate-badge-${badge}`} title={t(BADGES[badge].label)}>
          {t(BADGES[badge].mark)}
        </span>
      )}
    </span>
  );
}
