import { listLink, moneyText, Plate } from '@boyun/kernel/web';

/** The list badge of a standing; temporary cars have none. */
export function badgeOf(standing: string): 'black' | 'white' | undefined {
  return standing === 'black' || standing === 'white' ? standing : undefined;
}

/** A plate with its list badge; a click shows everything of this car. */
export function OrderPlate({ row }: { row: { plate: string; plateColor: string | number; standing: string } }) {
  return (
    <Plate
      text={row.plate}
      color={row.plateColor}
      badge={badgeOf(row.standing)}
      to={listLink('/_cloud_operation/order', { plate: row.plate })}
    />
  );
}

/** An amount that is still to come, told apart from nothing due. */
export function Due({ fen, isVoid }: { fen: number; isVoid?: boolean }) {
  if (fen === 0 || isVoid) return <span className="by-figure by-faint">{moneyText(isVoid ? 0 : fen)}</span>;
  return <span className="by-figure order-owed">{moneyText(fen)}</span>;
}
