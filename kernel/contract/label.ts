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
  return fillText(label[language], params);
}

/** English nouns that are counted in texts, in the plural. */
const COUNTED =
  'accounts adjustments alarms bills calls cars codes consents coupons days differences facts grants hours invoices items lanes lots ' +
  'messages minutes months orders pictures plates receivers records rows seconds settlements shifts spots stays stops times vehicles';
const SINGULAR: Readonly<Record<string, string>> = {
  ...Object.fromEntries(COUNTED.split(' ').map((one) => [one, one.slice(0, -1)])),
  entries: 'entry',
  people: 'person',
  passes: 'pass',
};
const OF_ONE: Readonly<Record<string, string>> = { ' do': ' does', ' are': ' is', ' were': ' was', ' have': ' has' };

/** Fills the `{name}` placeholders of a text; what English counts is in the singular after a one: `1 day is left`. */
export function fillText(text: string, params?: Readonly<Record<string, unknown>>): string {
  if (!params) return text;
  return text.replace(
    /\{(\w+)\}(?: ([a-z]+)( do| are| were| have)?\b)?/g,
    (whole, name: string, noun = '', verb = '') => {
      if (!(name in params)) return whole;
      const value = String(params[name] ?? '');
      const one = value === '1' ? SINGULAR[noun] : undefined;
      if (one) return `1 ${one}${OF_ONE[verb] ?? verb}`;
      return value + whole.slice(name.length + 2);
    },
  );
}
