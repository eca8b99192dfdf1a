import type { Label } from '@boyun/kernel/contract';

/** Returns the shortest text for a duration: 90 → '90分', 180 → '3小时', 2880 → '2天'. */
export function spanWords(minutes: number): Label {
  if (minutes % 1440 === 0) return { zh: `${minutes / 1440}天`, en: `${minutes / 1440} d` };
  if (minutes % 60 === 0) return { zh: `${minutes / 60}小时`, en: `${minutes / 60} h` };
  if (minutes < 120) return { zh: `${minutes}分`, en: `${minutes} min` };
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return { zh: `${hours}小时${rest}分`, en: `${hours} h ${rest}` };
}
