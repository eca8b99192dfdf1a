import { Refusal, type Row } from '@boyun/kernel/contract';
import {
  handle,
  handleFreely,
  type Ingress,
  type Kernel,
  serveResource,
  systemWho,
  type TenantTx,
} from '@boyun/kernel/server';
import { type BannerPlace, banner, bannerRefusal, getBanners, getPayBanners } from './banner.contract.ts';
import { bannerOpened } from './banner-event.contract.ts';

const MAX_PICTURE_BYTES = 500 * 1024;
const PURPOSE = 'banner';

function refuseAt(path: string, rule: (typeof bannerRefusal)[keyof typeof bannerRefusal]): never {
  throw new Refusal(rule, {}, [{ path, zh: rule.zh, en: rule.en }]);
}

/** Throws a refusal for an unsuitable picture. The extension of an uploaded file is derived from its content. */
async function refuseWrongPicture(tx: TenantTx, key: string): Promise<void> {
  if (!/\.(jpg|png)$/.test(key)) refuseAt('Picture', bannerRefusal['picture-type']);
  const [file] = await tx.query<{ size: number }>('select size from upload_file where tenant_id = $1 and key = $2', [
    tx.tenantId,
    key,
  ]);
  if (!file || file.size >= MAX_PICTURE_BYTES) refuseAt('Picture', bannerRefusal['picture-size']);
}

/** Banners: the picture must be valid, the period must not be empty, and the link must be a web address. */
export const bannerServer = serveResource(banner, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof banner>;
    if (row.validUntil && row.validUntil <= row.validFrom) refuseAt('ValidUntil', bannerRefusal['wrong-time']);
    if (row.linkUrl && !/^https?:/i.test(row.linkUrl)) refuseAt('LinkUrl', bannerRefusal['no-link']);
    if (row.picture && row.picture !== before?.picture) await refuseWrongPicture(tx, row.picture);
    return values;
  },
});

type Opening = Pick<Kernel, 'secrets'>;

/** Returns the address that counts a click on a banner and redirects to its link. */
function openingOf({ secrets }: Opening, tenantId: number, id: string): string {
  return `/api/banner/open/${tenantId}/${id}?s=${secrets.sign(PURPOSE, `${tenantId} ${id}`)}`;
}

async function shownAt(kernel: Opening, tx: TenantTx, place: keyof typeof BannerPlace) {
  const rows = await tx.query<{ id: string; name: string; pictureUrl: string | null; linkUrl: string | null }>(
    `select id, name, picture as "pictureUrl", link_url from banner
     where tenant_id = $1 and place = $2 and is_active and valid_from <= $3 and (valid_until is null or valid_until > $3)
     order by position, id limit 10`,
    [tx.tenantId, place, tx.now],
  );
  return {
    banners: rows.map(({ linkUrl, ...row }) => ({ ...row, url: linkUrl && openingOf(kernel, tx.tenantId, row.id) })),
  };
}

/** The current banners, for staff and for drivers. */
export const bannerOperations = [
  handle(getBanners, (tx, _input, _act, kernel) => shownAt(kernel, tx, 'console')),
  handleFreely(getPayBanners, async (kernel, { code }) => {
    const tenantId = Number(/^(\d{1,9})-/.exec(code)?.[1]);
    if (!tenantId) return { banners: [] };
    return kernel.database.inTenant(systemWho(tenantId, 'driver'), (tx) => shownAt(kernel, tx, 'payment'), {
      pool: 'driver',
    });
  }),
];

/** Counts a click and redirects the browser to the link of the banner. */
export const bannerOpening: Ingress = {
  name: 'banner-opening',
  access: 'public',
  prefix: '/api/banner/open',
  mount(app, kernel) {
    app.get('/:tenantId/:id', async (request, reply) => {
      const { tenantId, id } = request.params as { tenantId: string; id: string };
      const { s = '' } = request.query as { s?: string };
      const isGood = /^\d{1,9}$/.test(tenantId) && kernel.secrets.isSigned(PURPOSE, `${tenantId} ${id}`, s);
      const target = isGood && (await countClick(kernel, Number(tenantId), id));
      return target ? reply.redirect(target) : reply.code(404).send();
    });
  },
};

function countClick(kernel: Pick<Kernel, 'database'>, tenantId: number, id: string): Promise<string | null> {
  return kernel.database.inTenant(
    systemWho(tenantId, 'driver'),
    async (tx) => {
      const [row] = await tx.query<{ linkUrl: string | null }>(
        `update banner set click_count = click_count + 1 where tenant_id = $1 and id = $2 returning link_url`,
        [tenantId, id],
      );
      if (row) tx.emit(bannerOpened, { subjectId: id, data: {} });
      return row?.linkUrl ?? null;
    },
    { pool: 'driver' },
  );
}
