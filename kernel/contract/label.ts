/** A text of the product in both languages. */
export interface Label {
  readonly zh: string;
  readonly en: string;
}

/** The languages of the product. */
export type Language = keyof Label;

/** Returns a label with its `{name}` placeholders filled from `params`, in both languages. */
export function fillLabel(label: Label, params: Readonly<Record<string, unknown>>): Label {
  return { zh: say(label, 'zh', params), en: say(label, 'en', params) };
}

/** Returns a label in one language with its `{name}` placeholders filled from `params`. */
export function say(label: Label, language: Language, params: Readonly<Record<string, unknown>> = {}): string {
  return label[language].replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in params ? String(params[name] ?? '') : whole,
  );
}
