import { decode, group, instant, integer, json, list, money, optional, text } from '@boyun/kernel/contract';
import qs from 'qs';
import { describe, expect, it } from 'vitest';
import { wireBody } from './call.ts';
import { encodeBody, flatten } from './form-body.ts';

describe('the body of a call', () => {
  it('flattens objects, suffixes arrays, numbers arrays of objects, skips what is empty', () => {
    const pairs = flatten({
      Name: '东门',
      Empty: null,
      Missing: undefined,
      Param: { Page: 2, Inner: { Deep: true } },
      Ids: ['a', 'b'],
      Rows: [{ Plate: '粤B12345' }, { Plate: null, Count: 0 }],
    });
    expect(pairs).toEqual([
      ['Name', '东门'],
      ['Param[Page]', '2'],
      ['Param[Inner][Deep]', 'true'],
      ['Ids[]', 'a'],
      ['Ids[]', 'b'],
      ['Rows[0][Plate]', '粤B12345'],
      ['Rows[1][Count]', '0'],
    ]);
  });

  it('sends a file as it is, in a multipart body', () => {
    const { content, type } = encodeBody({ File: new File(['x'], 'a.csv'), Name: 'n' });
    expect(type).toBeNull();
    expect((content as FormData).get('File')).toBeInstanceOf(Blob);
  });

  it('is decoded by the server to the value that was encoded', () => {
    const label = { zh: '值', en: 'Value' };
    const fields = {
      name: text(label),
      amountFen: money(label),
      at: instant(label),
      remark: optional(text(label)),
      lotIds: list(label, text(label)),
      rows: list(label, group(label, { plate: text(label), count: integer(label) })),
      data: json(label),
    };
    const values = {
      name: 'a & b=c 中文',
      amountFen: 1250,
      at: new Date('2026-11-20T04:05:06.000Z'),
      remark: null,
      lotIds: ['x', 'y'],
      rows: [
        { plate: '粤B12345', count: 1 },
        { plate: '沪A8K9Z1', count: 0 },
      ],
      data: { list: [1, '2', true, null], deep: { text: '中文' } },
    };
    const sent = encodeBody(wireBody(fields, values)).content as string;
    const read = decode(fields, qs.parse(sent), { zone: 'UTC' });
    expect(read).toEqual({ ok: true, values });
  });
});
