import { normalizePlate, type PlateColor, plateColor } from '@boyun/domain/plate';
import { isPlainLine } from '@boyun/kernel/contract';
import { DeviceFault } from './device-fault.service.ts';

/** The plate texts of cameras that read no plate. */
const NO_PLATE = new Set(['_无_', '无', '无牌', '无牌车', '未知', '未识别', 'unknown', 'noplate', 'null']);

/** A plate as the product writes it, or null where the camera read none. Throws DeviceFault when it is too long. */
export function readPlate(text: string): string | null {
  const trimmed = text.trim();
  if (!isPlainLine(trimmed)) throw new DeviceFault('malformed', 'license has characters no plate has', true);
  if (trimmed === '' || NO_PLATE.has(trimmed.toLowerCase())) return null;
  const plate = normalizePlate(trimmed);
  if (plate.length > 16) throw new DeviceFault('malformed', 'license is too long');
  return plate === '' ? null : plate;
}

const COLOR_OF_WORD: Readonly<Record<string, PlateColor>> = {
  ...Object.fromEntries([
    ...['蓝', 'blue'].map((word) => [word, plateColor.blue.code]),
    ...['黄', 'yellow', 'orange', 'golden'].map((word) => [word, plateColor.yellow.code]),
    ...['白', 'white'].map((word) => [word, plateColor.white.code]),
    ...['黑', 'black', 'civilaviationblack'].map((word) => [word, plateColor.black.code]),
    ...['绿', 'green', 'civilaviationgreen'].map((word) => [word, plateColor.green.code]),
    ...[
      '黄绿',
      '绿黄',
      '渐变绿',
      '新能源',
      'newenergygreen',
      'newenergyyellowgreen',
      'yellowgreen',
      'gradientgreen',
    ].map((word) => [word, plateColor.newEnergy.code]),
  ]),
};

/** The code of a plate colour named in Chinese (with or without 色 or 牌) or English; 0 for any other word. */
export function colorOfWord(word: string): PlateColor {
  return (
    COLOR_OF_WORD[
      word
        .trim()
        .replace(/[色牌]$/, '')
        .replaceAll(/[\s_-]/g, '')
        .toLowerCase()
    ] ?? plateColor.unknown.code
  );
}
