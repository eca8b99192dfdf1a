import type { Importable, Resource } from '@boyun/kernel/contract';
import { use, useEffect, useReducer } from 'react';

type Loader = (name: string) => Promise<Importable | null>;

const loading = new Map<string, Promise<Importable | null>>();
const loaded = new Map<string, Importable | null>();
let load: Loader = () => Promise.resolve(null);

/** Sets the loader of resource and workbook declarations; call it once at the start. */
export function setResourceLoader(loader: Loader): void {
  load = loader;
}

/** Returns the resource of this name, as in a reference's `to`; null when no module offers it. Suspends until its module is loaded. */
export function useResource(name: string): Resource | null {
  return useImportable(name) as Resource | null;
}

/** Returns the resource or workbook of this name, as in the task of an import. */
export function useImportable(name: string): Importable | null {
  // Always uses `use`, even when the module is loaded: React resumes a suspended component from where it suspended.
  return use(loadResource(name));
}

/** Like `useResource`, but does not suspend: null until the module is loaded. */
export function useResourceIfLoaded(name: string): Resource | null {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (loaded.has(name)) return;
    let isStale = false;
    loadResource(name).then(
      () => isStale || draw(),
      () => undefined,
    );
    return () => {
      isStale = true;
    };
  }, [name]);
  return (loaded.get(name) ?? null) as Resource | null;
}

function loadResource(name: string): Promise<Importable | null> {
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
