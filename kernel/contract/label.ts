/** A text of the product in both of its languages. */
export interface Label {
  readonly zh: string;
  readonly en: string;
}

/** The languages of the product. */
export type Language = keyof Label;

/** Picks one language of a label and fills its `{name}` places from `params`. */
export function say(label: Label, language: Language, params: Readonly<Record<string, unknown>> = {}): string {
  return label[language].replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in params ? String(params[name] ?? '') : whole,
  );
}
