/** A text in both languages. */
export type Words = { zh: string; en: string };
