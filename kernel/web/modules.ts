import type { Importable, Report, Resource } from '@boyun/kernel/contract';
import { use, useEffect, useReducer } from 'react';

type Declared = Importable | Report;
type Loader = (name: string) => Promise<Declared | null>;

const loading = new Map<string, Promise<Declared | null>>();
const loaded = new Map<string, Declared | null>();
let load: Loader = () => Promise.resolve(null);

/** Sets the loader of resource, report and workbook declarations; call it once at the start. */
export function setDeclarationLoader(loader: Loader): void {
  load = loader;
}

let loadEvents: () => Promise<void> = () => Promise.resolve();
let events: Promise<void> | null = null;

/** Sets what loads the declared events of all modules into their slot; call it once at the start. */
export function setEventLoader(loader: () => Promise<void>): void {
  loadEvents = loader;
}

/** Waits until the events that people and programs can subscribe to are known: choices of events are complete from then on. */
export function useDeclaredEvents(): void {
  if (!events) {
    events = loadEvents();
    // They are requested again the next time.
    events.catch(() => {
      events = null;
    });
  }
  use(events);
}

/** Returns the resource of this name, as in a reference's `to`; null when no module offers it. Suspends until its module is loaded. */
export function useResource(name: string): Resource | null {
  return useImportable(name) as Resource | null;
}

/** Returns the resource or workbook of this name, as in the task of an import. */
export function useImportable(name: string): Importable | null {
  // Always uses `use`, even when the module is loaded: React resumes a suspended component from where it suspended.
  return use(loadDeclared(name)) as Importable | null;
}

/** Returns the report of this name. */
export function useReport(name: string): Report | null {
  return use(loadDeclared(name)) as Report | null;
}

/** Like `useResource`, but does not suspend: null until the module is loaded. */
export function useResourceIfLoaded(name: string): Resource | null {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (loaded.has(name)) return;
    let isStale = false;
    loadDeclared(name).then(
      () => isStale || draw(),
      () => undefined,
    );
    return () => {
      isStale = true;
    };
  }, [name]);
  return (loaded.get(name) ?? null) as Resource | null;
}

function loadDeclared(name: string): Promise<Declared | null> {
  let promise = loading.get(name);
  if (!promise) {
    promise = load(name);
    promise.then(
      (found) => loaded.set(name, found),
      // A module that failed to load is requested again the next time.
      () => loading.delete(name),
    );
    loading.set(name, promise);
  }
  return promise;
}
