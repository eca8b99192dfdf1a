import type { Label } from '../contract/label.ts';

/** The help of a page: what it is for, how its usual work is done, its own keys, and what its states mean. */
export interface PageHelp {
  /** One or two sentences. */
  readonly purpose: Label;
  /** How the usual work is done, each in a sentence. */
  readonly steps: readonly Label[];
  /** Keys of this page beside those of all lists. */
  readonly keys?: readonly { readonly keys: readonly string[]; readonly does: Label }[];
  /** States by their declared words, each with its meaning. */
  readonly states?: readonly { readonly state: Label & { readonly tone: string }; readonly means: Label }[];
}

/** The help of a module's pages, by component key. */
export type PageHelps = Readonly<Record<string, PageHelp>>;

/** A module's web door: loads the help of its pages, in a chunk of its own. */
export type LoadPageHelps = () => Promise<{ default: PageHelps }>;
