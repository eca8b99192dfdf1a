/** A user's changes to the columns of a page; columns not mentioned keep their declared settings. */
export interface GridSetting {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Columns shown although they are hidden by default. */
  readonly shown: readonly string[];
  readonly pinned: readonly string[];
  readonly unpinned: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  readonly isCompact: boolean;
}

/** No changes. */
export const plainSetting: GridSetting = {
  order: [],
  hidden: [],
  shown: [],
  pinned: [],
  unpinned: [],
  widths: {},
  isCompact: false,
};

/** The part of a column that settings refer to. */
export interface SettableColumn {
  readonly key: string;
  readonly pin?: 'start' | 'end';
  readonly isHiddenAtFirst?: boolean;
}

/** Parses a stored setting; invalid or unknown parts are ignored. */
export function readSetting(text: string | null): GridSetting {
  if (!text) return plainSetting;
  try {
    const raw = JSON.parse(text) as Partial<Record<keyof GridSetting, unknown>>;
    const texts = (value: unknown) =>
      Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
    const widths = Object.entries((raw.widths ?? {}) as Record<string, unknown>).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] >= 40 && entry[1] <= 1200,
    );
    return {
      order: texts(raw.order),
      hidden: texts(raw.hidden),
      shown: texts(raw.shown),
      pinned: texts(raw.pinned),
      unpinned: texts(raw.unpinned),
      widths: Object.fromEntries(widths),
      isCompact: raw.isCompact === true,
    };
  } catch {
    return plainSetting;
  }
}

/** Returns the keys in the user's order; columns added to the product since then follow their declared left neighbour. */
export function orderedKeys(columns: readonly SettableColumn[], setting: GridSetting): string[] {
  const known = new Set(columns.map((column) => column.key));
  const order = setting.order.filter((key) => known.has(key));
  columns.forEach((column, index) => {
    if (order.includes(column.key)) return;
    const left = columns[index - 1]?.key;
    order.splice(left === undefined ? 0 : order.indexOf(left) + 1, 0, column.key);
  });
  return order;
}

/** Whether a column is shown under a setting. */
export function isShown(column: SettableColumn, setting: GridSetting): boolean {
  return column.isHiddenAtFirst ? setting.shown.includes(column.key) : !setting.hidden.includes(column.key);
}

/** Whether a column is pinned at the left under a setting. */
export function isPinned(column: SettableColumn, setting: GridSetting): boolean {
  return column.pin === 'start' ? !setting.unpinned.includes(column.key) : setting.pinned.includes(column.key);
}

/** The width of a wide card of a board. */
const WIDE_PX = 800;

/** Whether a card of a board is wide. */
export const isWide = (key: string, { widths }: GridSetting): boolean => (widths[key] ?? 0) >= WIDE_PX;

/** Returns the setting with a card of a board wide or not. */
export function withWide(key: string, wide: boolean, setting: GridSetting): GridSetting {
  const { [key]: _, ...widths } = setting.widths;
  return { ...setting, widths: wide ? { ...widths, [key]: WIDE_PX } : widths };
}

/** Returns the setting with one column shown or hidden. */
export function withShown(column: SettableColumn, show: boolean, setting: GridSetting): GridSetting {
  const hidden = setting.hidden.filter((key) => key !== column.key);
  const shown = setting.shown.filter((key) => key !== column.key);
  if (column.isHiddenAtFirst) return { ...setting, hidden, shown: show ? [...shown, column.key] : shown };
  return { ...setting, shown, hidden: show ? hidden : [...hidden, column.key] };
}

/** Returns the setting with one column pinned or unpinned. */
export function withPinned(column: SettableColumn, pin: boolean, setting: GridSetting): GridSetting {
  const pinned = setting.pinned.filter((key) => key !== column.key);
  const unpinned = setting.unpinned.filter((key) => key !== column.key);
  if (column.pin === 'start') return { ...setting, pinned, unpinned: pin ? unpinned : [...unpinned, column.key] };
  return { ...setting, unpinned, pinned: pin ? [...pinned, column.key] : pinned };
}

/** Returns the setting with one column moved to the place of another. */
export function withMoved(
  columns: readonly SettableColumn[],
  moved: string,
  to: string,
  setting: GridSetting,
): GridSetting {
  const order = orderedKeys(columns, setting);
  const target = order.indexOf(to);
  if (target < 0 || moved === to) return setting;
  const rest = order.filter((key) => key !== moved);
  rest.splice(target, 0, moved);
  return { ...setting, order: rest };
}
