import {
  type CarPartProps,
  CarSection,
  can,
  listLink,
  Money,
  StateDot,
  TimeText,
  useListing,
  useText,
} from '@boyun/kernel/web';
import { Link } from 'react-router';
import { WalletState, wallet } from '../wallet/wallet.contract.ts';

const PAGE = '/_cloud_member/wallet';

/** The wallet a car is bound to. */
export default function CarWallet(props: CarPartProps) {
  return can(wallet.can.list) ? <Wallet {...props} /> : null;
}

function Wallet({ plate, onLeave }: CarPartProps) {
  const t = useText();
  const asked = useListing(wallet, { plates: plate, page: 1, perPage: 5 });
  return (
    <CarSection
      title={wallet.title}
      asked={asked}
      isOfCar={(row) => row.plates.split(' ').includes(plate)}
      onLeave={onLeave}
    >
      {(rows) => (
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <Link to={listLink(PAGE, { open: row.id })} onClick={onLeave}>
                <b>{row.holderName}</b> <span className="by-figure">{row.mobile}</span>
              </Link>
              {row.state !== 'active' && <StateDot tone={WalletState[row.state].tone} label={WalletState[row.state]} />}
              {row.giftFen > 0 && (
                <span className="by-faint">
                  {t({ zh: '其中赠送', en: 'of it gifts' })} <Money fen={row.giftFen} />
                  {row.giftEndsAt && (
                    <>
                      {t({ zh: '，', en: ', until ' })}
                      <TimeText at={row.giftEndsAt} style="day" />
                      {t({ zh: '起到期', en: '' })}
                    </>
                  )}
                </span>
              )}
              <Money fen={row.balanceFen} isStrong />
            </li>
          ))}
        </ul>
      )}
    </CarSection>
  );
}
