import './plate.css';
import { noPlate, normalizePlate, plateColor } from '@boyun/domain/plate';
import { type MouseEvent, use } from 'react';
import { Link } from 'react-router';
import type { Label } from '../contract/label.ts';
import { PlatesOpenCars, showCar } from './car-slot.ts';
import { useText } from './language.ts';
import { plateColorClass, plateColorCode } from './plate-color.ts';

/** A mark beside a plate, and the words it is short for. */
export interface PlateBadge {
  readonly mark: Label;
  readonly label: Label;
  readonly tone: 'dark' | 'bad' | 'warn' | 'good' | 'info';
}

/** Opens the panel of a car; with a modifier key the browser follows the link. */
function openCar(event: MouseEvent, plate: string): void {
  event.stopPropagation();
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
  event.preventDefault();
  showCar(plate);
}

/** A number plate in its real colour; the same chip everywhere. On the pages of the shell a click opens the panel of its car. */
export function Plate({
  text,
  color,
  badge,
  to,
  size = 'small',
  isPlain = false,
}: {
  text: string | null | undefined;
  /** Code 0–6 of spec §3; derived from the text by default. */
  color?: number | string | null;
  badge?: PlateBadge | undefined;
  /** Address of a list about the car, for another tab; a plain click opens the panel of the car. */
  to?: string;
  size?: 'small' | 'large';
  /** Inside a button, where it opens nothing itself. */
  isPlain?: boolean;
}) {
  const t = useText();
  const opensCar = use(PlatesOpenCars) && !isPlain;
  if (!text || text === noPlate) return <span className="by-faint">{t({ zh: '无牌', en: 'No plate' })}</span>;
  const plate = normalizePlate(text);
  const code = plateColorCode(plate, color);
  const spoken = Object.values(plateColor)[code]!;
  const chip = (
    <span className={`by-plate ${plateColorClass(plate, color)} by-plate-${size}`} title={t(spoken)}>
      <span className="by-plate-head">{plate.slice(0, 2)}</span>
      <span className="by-plate-stud" aria-hidden />
      <span>{plate.slice(2)}</span>
    </span>
  );
  return (
    <span className="by-plate-place">
      {to ? (
        <Link to={to} className="by-plate-link" onClick={(event) => openCar(event, plate)}>
          {chip}
        </Link>
      ) : opensCar ? (
        <button type="button" className="by-plate-link" onClick={(event) => openCar(event, plate)}>
          {chip}
        </button>
      ) : (
        chip
      )}
      {badge && (
        <span className={`by-plate-badge by-plate-badge-${badge.tone}`} title={t(badge.label)}>
          {t(badge.mark)}
        </span>
      )}
    </span>
  );
}
