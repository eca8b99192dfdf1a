import type { Importable, Resource } from '@boyun/kernel/contract';
import { use, useEffect, useReducer } from 'react';

type Loader = (name: string) => Promise<Importable | null>;

const loading = new Map<string, Promise<Importable | null>>();
const loaded = new Map<string, Importable | null>();
let load: Loader = () => Promise.resolve(null);

/** Says where the declarations of resources and workbooks come from. Once, at the start. */
export function loadResourcesBy(loader: Loader): void {
  load = loader;
}

/** The resource of this name, as a reference's `to` says it; null when no module offers it. Waits until its module is there. */
export function useResource(name: string): Resource | null {
  return useImportable(name) as Resource | null;
}

/** The resource or workbook of this name, as a task names what it imports. */
export function useImportable(name: string): Importable | null {
  // Always through `use`, also when the module is there: React draws a component that waited once more from where it waited.
  return use(comingOf(name));
}

/** As `useResource`, but waits for nothing: null until the module is there. */
export function useComingResource(name: string): Resource | null {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (loaded.has(name)) return;
    let isStale = false;
    comingOf(name).then(
      () => isStale || draw(),
      () => undefined,
    );
    return () => {
      isStale = true;
    };
  }, [name]);
  return (loaded.get(name) ?? null) as Resource | null;
}

function comingOf(name: string): Promise<Importable | null> {
  let coming = loading.get(name);
  if (!coming) {
    coming = load(name);
    coming.then(
      (found) => loaded.set(name, found),
      // A module that could not be fetched is asked for again the next time.
      () => loading.delete(name),
    );
    loading.set(name, coming);
  }
  return coming;
}
