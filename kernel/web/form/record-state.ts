import { decode, type Field, type Fields, type Values, wireName } from '@boyun/kernel/contract';
import { useState } from 'react';
import { wireBody } from '../call.ts';
import { useLanguage } from '../language.ts';
import { tenantZone } from '../session.ts';
import { CallFailure, type FieldIssue } from '../transport.ts';

/** The values of a form while it is filled in: null where nothing has been entered. */
export type Draft<F extends Fields> = { -readonly [K in keyof F]: Values<F>[K] | null };

/** The values a form starts with: of some of its fields, or a row with the names of its references. */
export type Initial<F extends Fields> = Readonly<Partial<Draft<F>>> & {
  readonly [K in keyof F as K extends `${infer B}Id` ? `${B}Name` : never]?: string | null;
};

/** What a form holds, and what changes it. */
export interface RecordState<F extends Fields> {
  readonly values: Readonly<Draft<F>>;
  /** The issue of each field by its key; those of no field are under the empty key. */
  readonly issues: Readonly<Record<string, string>>;
  readonly isBusy: boolean;
  /** Whether the values differ from those it started with or saved last. */
  readonly isChanged: boolean;
  /** Sets the value of a field, and removes its issue. */
  readonly set: <K extends keyof F & string>(key: K, value: Draft<F>[K]) => void;
  /** Sets some values, and removes the issues of their fields. */
  readonly change: (more: Initial<F>) => void;
  /** Starts again with these values. */
  readonly restart: (initial: Initial<F> | undefined) => void;
  /**
   * Checks the values with the server's rules and passes them on. Returns whether that succeeded: issues, and those of a CallFailure, are
   * shown at their fields, and `focus` is called with the first field that has one.
   */
  readonly submit: (send: (values: Values<F>) => Promise<unknown>, focus: (key: string) => void) => Promise<boolean>;
  /** The same without the check, for values that were not entered. */
  readonly run: (send: () => Promise<unknown>, focus: (key: string) => void) => Promise<boolean>;
}

/** Values of untouched fields, by kind. */
const blanks: Partial<Record<Field['kind'], unknown>> = { flag: false, list: [] };

/** Returns the initial values of a new record: the declared defaults. */
export function defaultsOf<F extends Fields>(fields: F): Draft<F> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, field.byDefault ?? blanks[field.kind] ?? null]),
  ) as Draft<F>;
}

/** Returns the issues of a call by the key of their field; those of no field are under the empty key. */
export function issuesByKey(fields: Fields, issues: readonly FieldIssue[]): Record<string, string> {
  const keys = new Map(Object.entries(fields).map(([key, field]) => [wireName(key, field), key]));
  const found: Record<string, string> = {};
  for (const issue of issues) {
    const first = /^[^.[]+/.exec(issue.path)?.[0] ?? '';
    const key = keys.get(first) ?? (first in fields ? first : '');
    found[key] ??= issue.message;
  }
  return found;
}

/** Holds the values of a form of declared fields. */
export function useRecord<F extends Fields>(fields: F, initial: Initial<F> | undefined): RecordState<F> {
  const language = useLanguage();
  const [start, setStart] = useState<Draft<F>>(() => ({ ...defaultsOf(fields), ...initial }));
  const [values, setValues] = useState(start);
  const [issues, setIssues] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);

  const showIssues = (found: readonly FieldIssue[], focus: (key: string) => void) => {
    const byKey = issuesByKey(fields, found);
    setIssues(byKey);
    const first = Object.keys(fields).find((key) => key in byKey);
    if (first) focus(first);
  };
  const run = async (send: () => Promise<unknown>, focus: (key: string) => void) => {
    setBusy(true);
    try {
      await send();
      setStart(values);
      return true;
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      showIssues(error.issues, focus);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    values,
    issues,
    isBusy,
    isChanged: values !== start && JSON.stringify(values) !== JSON.stringify(start),
    set(key, value) {
      setValues((last) => ({ ...last, [key]: value }));
      setIssues((last) => without(last, [key]));
    },
    change(more) {
      setValues((last) => ({ ...last, ...more }));
      setIssues((last) => without(last, Object.keys(more)));
    },
    restart(next) {
      const fresh = { ...defaultsOf(fields), ...next };
      setStart(fresh);
      setValues(fresh);
      setIssues({});
    },
    async submit(send, focus) {
      const own = ownValues(fields, values);
      const found = check(fields, own, language);
      if (found.length > 0) {
        showIssues(found, focus);
        return false;
      }
      // Checked above: no field that must be filled in is null.
      return run(() => send(own as Values<F>), focus);
    },
    run,
  };
}

function without(issues: Readonly<Record<string, string>>, keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(issues).filter(([key]) => !keys.includes(key)));
}

/** The values of the declared fields alone: a row brings names of references along. */
function ownValues<F extends Fields>(fields: F, values: Readonly<Draft<F>>): Draft<F> {
  return Object.fromEntries(Object.keys(fields).map((key: keyof F) => [key, values[key]])) as Draft<F>;
}

function check(fields: Fields, values: Readonly<Record<string, unknown>>, language: 'zh' | 'en'): FieldIssue[] {
  const checked = decode(fields, wireBody(fields, values), { zone: tenantZone(), takesMaskedPhones: true });
  if (checked.ok) return [];
  return checked.issues.map((issue) => ({ path: issue.path, message: issue[language] }));
}
