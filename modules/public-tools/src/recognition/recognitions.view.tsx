import { FieldList, ListPage, Plate, shareText, ZoomPicture } from '@boyun/kernel/web';
import { BoxedPicture } from './boxed-picture.view.tsx';
import { recognitionList } from './recognition.contract.ts';

const PICTURE = { zh: '图片', en: 'Picture' };

/** The pictures that were read. */
export function Recognitions() {
  return (
    <ListPage
      source={recognitionList}
      columns={[
        'at',
        'picture',
        'plate',
        'confidence',
        'state',
        'provider',
        'isBilled',
        'actorName',
        'answer',
        'tookMs',
      ]}
      filters={['plate', 'state', 'from', 'to']}
      cells={{
        at: { width: 156 },
        picture: {
          width: 120,
          isGrowing: false,
          cell: (row) => <ZoomPicture address={row.picture} label={PICTURE} size="plate" box={row.box} />,
        },
        plate: {
          width: 130,
          isGrowing: false,
          cell: (row) => row.plate && <Plate text={row.plate} color={row.color} />,
        },
        confidence: {
          width: 90,
          cell: (row) =>
            row.confidence === null ? null : <span className="by-figure">{shareText(row.confidence)}</span>,
        },
        state: { width: 110 },
        provider: { width: 170 },
        isBilled: { width: 70 },
        actorName: { width: 120, isGrowing: false },
        answer: { isGrowing: true },
        tookMs: { isHiddenAtFirst: true },
      }}
      detailTitle={(row) => row.plate ?? ''}
      detail={(row) => (
        <>
          {row.picture && <BoxedPicture address={row.picture} label={PICTURE} boxes={row.box ? [row.box] : []} />}
          <FieldList
            fields={recognitionList.columns}
            row={row}
            keys={[
              'at',
              'plate',
              'color',
              'confidence',
              'state',
              'provider',
              'isBilled',
              'actorName',
              'answer',
              'tookMs',
            ]}
          />
        </>
      )}
      empty={{
        title: { zh: '还没有识别过图片', en: 'No picture was read yet' },
        hint: { zh: '上传或拍摄一张带车牌的图片', en: 'Upload or take a picture with a plate' },
      }}
    />
  );
}
