import { pattern } from '@boyun/domain/pattern';
import {
  choice,
  file,
  group,
  instant,
  integer,
  inUse,
  list,
  operation,
  optional,
  readOnly,
  refusals,
  resource,
  text,
} from '@boyun/kernel/contract';

/** Where banners are shown. */
export const BannerPlace = {
  console: { zh: '控制台', en: 'Console' },
  payment: { zh: '车主缴费页', en: "Drivers' payment page" },
} as const;

const name = text({ zh: '标题', en: 'Title' }, { max: 60 });

/** A picture or a title that a tenant shows for a limited time. */
export const banner = resource('banner', {
  title: { zh: '广告', en: 'Banners' },
  path: '/api/banner',
  fields: {
    name,
    place: choice({ zh: '位置', en: 'Place' }, BannerPlace, { byDefault: 'console' }),
    picture: optional(
      file(
        { zh: '图片', en: 'Picture' },
        {
          hint: {
            zh: 'jpg 或 png，小于 500 KB，建议 1200×200；不传则只显示标题',
            en: 'JPG or PNG under 500 KB, ideally 1200×200; without a picture the title is shown',
          },
        },
      ),
    ),
    linkUrl: optional(
      text(
        { zh: '点击后打开', en: 'Opens' },
        { max: 500, rule: pattern.url, hint: { zh: '网址，留空则不可点击', en: 'A web address; if empty, no link' } },
      ),
    ),
    validFrom: instant({ zh: '开始时间', en: 'From' }),
    validUntil: optional(instant({ zh: '结束时间', en: 'Until' })),
    position: integer(
      { zh: '顺序', en: 'Order' },
      { max: 9999, byDefault: 0, hint: { zh: '小的在前', en: 'Lower numbers first' } },
    ),
    isActive: inUse,
    clickCount: readOnly(integer({ zh: '点击次数', en: 'Clicks' })),
  },
  columns: ['name', 'picture', 'place', 'validFrom', 'validUntil', 'position', 'isActive', 'clickCount'],
  search: { name: 'contains', place: 'equals', isActive: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
  order: [{ field: 'place' }, { field: 'position' }, { field: 'id' }],
});

const banners = list(
  banner.title,
  group(banner.title, {
    id: text({ zh: '编号', en: 'Id' }),
    name,
    pictureUrl: optional(file({ zh: '图片', en: 'Picture' })),
    url: optional(text({ zh: '地址', en: 'Address' }, { max: 500 })),
  }),
);

/** The current banners of the console, in order. */
export const getBanners = operation('get-banners', {
  title: { zh: '控制台广告', en: 'Banners of the console' },
  path: '/api/banner/getBanners',
  access: 'signed-in',
  input: {},
  output: { banners },
  isRead: true,
});

/** The banners on a driver's payment page, by pay code. */
export const getPayBanners = operation('get-pay-banners', {
  title: { zh: '缴费页广告', en: 'Banners of the payment page' },
  path: '/api/banner/getPayBanners',
  access: 'public',
  input: { code: text({ zh: '支付码', en: 'Pay code' }, { max: 64 }) },
  output: { banners },
  isRead: true,
  perMinute: 60,
});

export const bannerRefusal = refusals('banner', {
  'wrong-time': { status: 422, zh: '结束时间须晚于开始时间', en: 'The end must be after the start' },
  'picture-type': { status: 422, zh: '图片只能是jpg/png文件', en: 'The picture can only be a jpg or png file' },
  'picture-size': { status: 422, zh: '图片大小不能超过 500KB', en: 'The picture cannot be larger than 500 KB' },
  'no-link': {
    status: 422,
    zh: '网址须以 http:// 或 https:// 开头',
    en: 'The address must begin with http:// or https://',
  },
});
