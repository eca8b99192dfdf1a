import fc from 'fast-check';
import qs from 'qs';
import { describe, expect, test, vi } from 'vitest';
import { FORM_BOUNDS, parseForm } from './form-parser.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const seed = Number(process.env.SEED ?? 20_261_122);

/** Trees of values as calls send them: objects, arrays of values or of objects, with any text. */
const word = fc.stringMatching(/^[A-Z][A-Za-z]{0,5}$/);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'binary', maxLength: 6 }).filter((one) => one.isWellFormed()),
    fc.array(fc.string({ maxLength: 3 }), { minLength: 2, maxLength: 4 }),
    fc.array(fc.dictionary(word, tie('tree'), { minKeys: 1, maxKeys: 3 }), { minLength: 1, maxLength: 3 }),
    fc.dictionary(word, tie('tree'), { minKeys: 1, maxKeys: 3 }),
  ),
}));
const body = fc.dictionary(word, tree, { maxKeys: 4 }) as fc.Arbitrary<Record<string, unknown>>;

describe('a form', () => {
  test.each([['indices'], ['brackets'], ['repeat']] as const)('reads as qs reads it, arrays as %s', (arrayFormat) => {
    fc.assert(
      fc.property(body, fc.boolean(), (values, allowDots) => {
        // Without indexes, the objects of an array cannot be separated.
        const hasObjects = /\[\{/.test(JSON.stringify(values));
        const format = hasObjects ? 'indices' : arrayFormat;
        const text = qs.stringify(values, { arrayFormat: format, allowDots });
        const expected = qs.parse(text, { allowDots: true, depth: 8, arrayLimit: 5000, parameterLimit: 20_000 });
        expect(parseForm(text)).toEqual(expected);
      }),
      { seed, numRuns: 300 },
    );
  });

  test.each([
    ['Name=a+b%20c&Empty=&Bare', { Name: 'a b c', Empty: '', Bare: '' }],
    ['A[1]=y&A[0]=x&A[7]=z', { A: ['x', 'y', 'z'] }],
    ['A=1&A=2', { A: ['1', '2'] }],
    ['A.B[C].D=1', { A: { B: { C: { D: '1' } } } }],
    ['A[b=1', { 'A[b': '1' }],
    ['__proto__[x]=1&constructor=2&A[toString]=3&B=4', { B: '4' }],
    ['A=%E0%A4%A', { A: '%E0%A4%A' }],
    ['&&A=1&', { A: '1' }],
  ])('%s', (text, values) => {
    expect(parseForm(text)).toEqual(values);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test.each([
    ['more pairs than the bound', 'a=1&'.repeat(FORM_BOUNDS.pairs + 1)],
    ['a key nested too deep', `a${'[b]'.repeat(FORM_BOUNDS.depth + 1)}=1`],
    ['an index beyond the bound', `a[${FORM_BOUNDS.index + 1}]=1`],
    ['a value that is a container too', 'a=1&a[b]=2'],
  ])('of %s is bad input', (_, text) => {
    expect(() => parseForm(text)).toThrow(/kernel.bad-input/);
  });

  test.each([['[b][c]'], ['[b][c][d][e][f][g][h]'], ['']])(
    'of four times as many keys a[i]%s takes four times the work',
    (suffix) => {
      const workFor = (count: number) => {
        const text = Array.from({ length: count }, (_, index) => `a[${index}]${suffix}=1`).join('&');
        const looks = [
          vi.spyOn(Map.prototype, 'get'),
          vi.spyOn(Map.prototype, 'set'),
          vi.spyOn(Array.prototype, 'push'),
        ];
        parseForm(text);
        const calls = looks.reduce((sum, one) => sum + one.mock.calls.length, 0);
        for (const one of looks) one.mockRestore();
        return calls;
      };
      expect(workFor(500)).toBeGreaterThan(1000);
      expect(workFor(2000) / workFor(500)).toBeLessThan(4.1);
    },
  );
});
