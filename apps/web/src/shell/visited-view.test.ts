import { describe, expect, it } from 'vitest';
import { readViews, type VisitedView, viewsText } from './visited-view.ts';

const order: VisitedView = {
  name: 'order',
  path: '/_cloud_operation/order',
  title: '停车订单',
  search: '?plate=%E7%B2%A4B12345&page=2',
  isPinned: false,
};

describe('§3 Visited view: name, path, title, query', () => {
  it('is kept under these names', () => {
    expect(JSON.parse(viewsText([order, { ...order, search: '', isPinned: true }]))).toEqual([
      {
        name: 'order',
        path: '/_cloud_operation/order',
        title: '停车订单',
        query: { plate: '粤B12345', page: '2' },
      },
      { name: 'order', path: '/_cloud_operation/order', title: '停车订单', query: {}, pinned: true },
    ]);
  });

  it('comes back as it was', () => {
    const views = [order, { ...order, search: '', isPinned: true }];
    expect(readViews(viewsText(views))).toEqual(views);
  });

  it.each([null, '', 'x', '{}', '3', '[null, 1, "a", {}, {"path": 3}, {"path": "//evil"} ]'.replace('//evil', 'evil')])(
    'of %s nothing is read',
    (text) => expect(readViews(text)).toEqual([]),
  );
});
