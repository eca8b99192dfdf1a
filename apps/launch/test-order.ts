import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose files take longest, in this order where no seconds are known. */
const LONG_FOLDERS = ['journeys', 'apps/server'];

/** Seconds of test files, by path relative to the repository. */
type Seconds = Readonly<Record<string, number>>;

/** A test file to be ordered. */
export interface TestFile {
  /** Relative to the repository. */
  readonly path: string;
  /** Whether it has a process of its own. */
  readonly isAlone: boolean;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** The seconds of a file, or the median of the nearest folder above it in which any are known; undefined if none are known at all. */
function estimate(path: string, seconds: Seconds): number | undefined {
  if (seconds[path] !== undefined) return seconds[path];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const known = Object.keys(seconds).filter((one) => folder === '.' || one.startsWith(`${folder}/`));
    if (known.length > 0) return median(known.map((one) => seconds[one]!));
    if (folder === '.') return undefined;
  }
}

/** The place of a file among those of unknown duration; smaller is earlier. */
function rank(path: string): number {
  const found = LONG_FOLDERS.findIndex((folder) => path.startsWith(`${folder}/`));
  return found < 0 ? LONG_FOLDERS.length : found;
}

/**
 * Returns the files longest first: the file that starts last determines the duration of a run. Files that share a process follow those that do
 * not, because a worker lives as long as the next file may share it. Without any seconds, files of long folders come first; otherwise the
 * given order remains.
 */
export function orderFiles<T extends TestFile>(files: readonly T[], seconds: Seconds): T[] {
  const estimates = new Map(files.map(({ path }) => [path, estimate(path, seconds) ?? -rank(path)]));
  return files.toSorted(
    (a, b) => Number(b.isAlone) - Number(a.isAlone) || estimates.get(b.path)! - estimates.get(a.path)!,
  );
}

/** Reads the seconds of an earlier run from the file BOYUN_TEST_SECONDS names; none on a new machine. */
function readSeconds(): Seconds {
  try {
    return JSON.parse(readFileSync(process.env.BOYUN_TEST_SECONDS ?? '', 'utf8')) ?? {};
  } catch {
    return {};
  }
}

/** Runs the slowest test files first, by the seconds of an earlier run; without any, by folder and size. */
export default class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const files = (await super.sort(specifications)).map((specification) => ({
      specification,
      path: specification.moduleId.slice(specification.project.config.root.length + 1),
      isAlone: specification.project.config.isolate,
    }));
    return orderFiles(files, readSeconds()).map(({ specification }) => specification);
  }
}
