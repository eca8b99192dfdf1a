import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, ROOMS, root } from './source.ts';

/** What sets a property, in styles and in code: `--by-ink: …`, `'--by-ink': …`, `setProperty('--by-ink', …`. */
const SET = /setProperty\(['"`](--by-[a-z0-9-]+)|(--by-[a-z0-9-]+)['"`]?\]?\s*:/g;
/** What reads it without a value of its own in reserve. */
const READ = /(?:var\(|['"])(--by-[a-z0-9-]+)(?:\)|['"](?!\]?\s*:))/g;

const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((found) => (found[1] ?? found[2])!);

test('styles read only properties that something sets', () => {
  const files = ROOMS.flatMap(filesBelow)
    .filter((path) => /\.(css|tsx?)$/.test(path) && !path.startsWith('rules/'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const set = new Set(files.flatMap(({ text }) => names(text, SET)));
  const unset = files.flatMap(({ path, text }) =>
    names(text, READ)
      .filter((name) => !set.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(unset, 'a property that nothing sets draws nothing: use one of kernel/web/base.css').toEqual([]);
});
