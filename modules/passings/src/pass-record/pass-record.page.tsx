import type { ReportRow } from '@boyun/kernel/contract';
import {
  choicesOf,
  FieldList,
  FilterSwitch,
  ListPage,
  listLink,
  numberText,
  Plate,
  SlotParts,
  StateDot,
  TimeText,
  useLanguage,
  useText,
  ZoomPicture,
} from '@boyun/kernel/web';
import { badgeOf, findListKind } from '@boyun/lists/contract';
import { useOrderDrawer } from '@boyun/orders/web';
import { Button } from 'antd';
import { Link } from 'react-router';
import { Decision, passingList } from '../passing/passing.contract.ts';
import { CorrectExit } from '../plate-correction/correct-plate.form.tsx';
import { VoidPassing } from '../void-passing/void-passing.form.tsx';
import { decisionOf } from './decision.view.ts';
import { passingActs } from './passing-slot.view.ts';
import './pass-record.css';

type Row = ReportRow<typeof passingList>;

/** Readings below this confidence (percent) are marked as uncertain. */
const SURE_CONFIDENCE = 75;
const DECISIONS = choicesOf(Decision);

const COLUMNS = [
  'plate',
  'picture',
  'happenedAt',
  'lotId',
  'laneId',
  'direction',
  'decision',
  'reason',
  'passType',
  'vehicleKind',
  'confidence',
  'receivedAt',
  'standing',
  'screenText',
];

const FILTERS = [
  'plate',
  'from',
  'to',
  'lotId',
  'laneId',
  'direction',
  'standing',
  'decision',
  'passType',
  'vehicleKind',
  'isLate',
] as const;

/** List of passings with picture, decision and reason. */
export default function PassRecordPage() {
  const t = useText();
  const [openOrder, drawer] = useOrderDrawer();
  return (
    <ListPage
      source={passingList}
      columns={COLUMNS}
      filters={FILTERS}
      cells={{
        plate: {
          width: 148,
          isGrowing: false,
          cell: (row) => (
            <Plate
              text={row.plate}
              color={row.plateColor}
              badge={badgeOf(row.standing)}
              to={row.plate ? listLink('/_cloud_operation/passRecord', { plate: row.plate }) : undefined}
            />
          ),
        },
        picture: { width: 76, cell: (row) => <ZoomPicture address={row.picture} label={pictureLabel(row)} /> },
        happenedAt: { width: 190, cell: (row) => <Moment row={row} /> },
        lotId: { width: 140 },
        laneId: { width: 116 },
        direction: { width: 76 },
        decision: { width: 124, cell: (row) => <StateDot {...decisionOf(row)} /> },
        reason: {
          label: { zh: '原因', en: 'Reason' },
          isGrowing: true,
          width: 220,
          cell: (row) => <Reason row={row} />,
        },
        passType: { width: 108, isHiddenAtFirst: true },
        vehicleKind: { width: 100, isHiddenAtFirst: true },
        confidence: { width: 84, isHiddenAtFirst: true, cell: (row) => <Confidence value={row.confidence} /> },
        receivedAt: { isHiddenAtFirst: true },
        standing: { isHiddenAtFirst: true },
        screenText: { isHiddenAtFirst: true },
      }}
      sort="-happenedAt"
      opensOn="today"
      toolbar={(context) => (
        <>
          <FilterSwitch context={context} filter="decision" choices={DECISIONS} />
        </>
      )}
      rowClass={(row) => (row.isWaiting ? 'is-warn' : undefined)}
      rowActs={(row) =>
        row.orderId ? (
          <Button type="link" onClick={() => openOrder(row.orderId!)}>
            {t({ zh: '订单', en: 'Order' })}
          </Button>
        ) : null
      }
      actsWidth={76}
      detailTitle={(row) => <Plate text={row.plate} color={row.plateColor} />}
      detailActs={(row) => (
        <>
          <SlotParts of={passingActs} props={{ passingId: row.id }} />
          {row.orderId ? (
            <Button onClick={() => openOrder(row.orderId!)}>{t({ zh: '查看订单', en: 'See the order' })}</Button>
          ) : (
            row.direction === 'exit' &&
            (row.decision === 'open' || row.decision === 'record') && <CorrectExit passing={row} />
          )}
          <VoidPassing passing={row} act="void" />
        </>
      )}
      detailWidth={640}
      detail={(row) => <Detail row={row} />}
      empty={{
        title: { zh: '还没有过车记录', en: 'No passings yet' },
        hint: { zh: '相机连接后，每次过车都会记录在这里', en: 'Every passing is kept here once a camera is connected' },
      }}
    >
      {() => drawer}
    </ListPage>
  );
}

function pictureLabel(row: Row) {
  return { zh: `${row.plate || '无牌'} 过车图片`, en: `Picture of ${row.plate || 'a car without plate'}` };
}

function Moment({ row }: { row: Row }) {
  const t = useText();
  return (
    <span className="pass-moment">
      <TimeText at={row.happenedAt} />
      {row.isLate && <span className="pass-late">{t({ zh: '补传', en: 'Late' })}</span>}
    </span>
  );
}

function Reason({ row }: { row: Row }) {
  const language = useLanguage();
  const text = language === 'zh' ? row.reasonZh : row.reasonEn;
  return <span title={text}>{text}</span>;
}

function Confidence({ value }: { value: number }) {
  return (
    <span className={value < SURE_CONFIDENCE ? 'by-figure pass-unsure' : 'by-figure by-faint'}>
      {numberText(value)}
    </span>
  );
}

function Detail({ row }: { row: Row }) {
  const t = useText();
  const language = useLanguage();
  return (
    <div className="pass-detail">
      {row.pictureRemovedDays === null ? (
        <ZoomPicture address={row.picture} label={pictureLabel(row)} size="fill" />
      ) : (
        <p className="pass-removed">
          {t({
            zh: `图片已按保存期限在 ${row.pictureRemovedDays} 天后清理`,
            en: `The picture was removed after ${row.pictureRemovedDays} days, as the retention settings say`,
          })}
        </p>
      )}
      <div className={`pass-decision by-tone-${decisionOf(row).tone}`}>
        <StateDot {...decisionOf(row)} />
        <span>{language === 'zh' ? row.reasonZh : row.reasonEn}</span>
      </div>
      {row.screenText && (
        <div className="pass-screen">
          <span className="by-sr">{t({ zh: '屏显', en: 'Screen' })}</span>
          {row.screenText.split('\n').map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a screen stand where they stand
            <span key={index}>{line}</span>
          ))}
        </div>
      )}
      <ListEntry row={row} />
      <FieldList
        fields={passingList.columns}
        keys={[
          'happenedAt',
          'receivedAt',
          'lotId',
          'laneId',
          'direction',
          'passType',
          'standing',
          'plateColor',
          'confidence',
          'isLate',
          'pictureLost',
        ]}
        row={row}
      />
    </div>
  );
}

/** Link to the list entry that determined the standing. */
function ListEntry({ row }: { row: Row }) {
  const t = useText();
  const kind = row.listKind ? findListKind(row.listKind) : undefined;
  if (!kind?.page || !row.listEntryId) return null;
  return (
    <Link to={`${kind.page}?open=${row.listEntryId}`}>
      {t({ zh: '查看名单记录：{list}', en: 'See the list entry: {list}' }, { list: t(kind.words) })}
    </Link>
  );
}
