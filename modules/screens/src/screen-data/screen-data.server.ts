import { Refusal } from '@boyun/kernel/contract';
import { asHolder, handle, handleFreely, hashToken, notFound, type TenantTx } from '@boyun/kernel/server';
import { screenLinkRefusal } from '../screen-link/screen-link.contract.ts';
import { useLink } from '../screen-link/screen-link.queries.ts';
import { wallScreen } from '../wall-screen/wall-screen.contract.ts';
import { getWallScreen, openSharedScreen } from './screen-data.contract.ts';
import { type Look, readScreen } from './screen-data.service.ts';

/** The look of a screen whose lots the caller sees some of; null for another. */
async function findLook(tx: TenantTx, id: string): Promise<Look | null> {
  const [row] = await tx.query<Look>(
    `select layout, headline, logo, lot_ids, cards, is_masked from wall_screen
     where tenant_id = $1 and id = $2 and ($3::uuid[] is null or lot_ids = '{}' or lot_ids && $3::uuid[])`,
    [tx.tenantId, id, tx.who.lotIds],
  );
  return row ?? null;
}

const getWallScreenServer = handle(getWallScreen, async (tx, { wallScreenId, layout, lotId, isFull }) => {
  const saved = wallScreenId === null ? null : await findLook(tx, wallScreenId);
  if (wallScreenId !== null && !saved) throw notFound(tx.who, wallScreen.title);
  const look = saved ?? { layout, headline: null, logo: null, lotIds: [], cards: [], isMasked: false };
  return readScreen(tx, lotId === null ? look : { ...look, lotIds: [lotId] }, isFull);
});

/** Whoever has the code sees this screen, never more lots than it has. */
const openSharedScreenServer = handleFreely(openSharedScreen, (kernel, { code, isFull }, { language }) =>
  asHolder(kernel, code, { name: 'screen-link', unknown: screenLinkRefusal.unknown, language }, async (tx) => {
    const wallScreenId = await useLink(tx, hashToken(code));
    const look = wallScreenId && (await findLook(tx, wallScreenId));
    if (!look) throw new Refusal(screenLinkRefusal.unknown);
    return readScreen(tx, look, isFull);
  }),
);

/** What big screens show, signed in or by a link. */
export const screenDataServers = [getWallScreenServer, openSharedScreenServer];
