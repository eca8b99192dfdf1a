import { disabledReason, type Label, type Listed } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  can,
  notify,
  ResourcePage,
  refreshLists,
  StateDot,
  useListing,
  useText,
} from '@boyun/kernel/web';
import {
  lcdPlaylist,
  PlaylistState,
  playlistTransitions,
  publishPlaylist,
  withdrawPlaylist,
} from '../lcd/lcd-playlist.contract.ts';
import { lcdProgramme } from '../lcd/lcd-programme.contract.ts';
import { LcdMini } from './lcd-preview.view.tsx';

type Playlist = Listed<typeof lcdPlaylist>;

const DONE: Readonly<Record<'publish' | 'withdraw', Label>> = {
  publish: { zh: '已发布，各屏将在半分钟内播放', en: 'Published: the displays show it within half a minute' },
  withdraw: { zh: '已撤下，各屏将在半分钟内停播', en: 'Taken off: the displays stop within half a minute' },
};

/** Playlists: their programmes, when and where they are shown, and whether they are. */
export default function LcdPlaylistPage() {
  const t = useText();
  const act = async (row: Playlist, step: 'publish' | 'withdraw') => {
    await call(step === 'publish' ? publishPlaylist : withdrawPlaylist, { lcdPlaylistId: row.id });
    notify('good', DONE[step]);
    await refreshLists(lcdPlaylist.name);
  };
  return (
    <ResourcePage
      of={lcdPlaylist}
      cells={{
        name: { width: 160, isGrowing: true, cell: (row) => <b className="by-strong">{row.name}</b> },
        state: {
          width: 100,
          cell: (row) => <StateDot tone={PlaylistState[row.state].tone} label={PlaylistState[row.state]} />,
        },
        programmeIds: { width: 220, isGrowing: true },
        lotIds: { width: 150 },
        lcdIds: { width: 130 },
        days: { width: 130 },
        dailyFrom: {
          width: 130,
          label: { zh: '每日时段', en: 'Hours' },
          cell: (row) =>
            row.dailyFrom ? (
              <span className="by-figure">
                {row.dailyFrom}–{row.dailyTo! <= row.dailyFrom ? t({ zh: '次日', en: 'next day ' }) : ''}
                {row.dailyTo}
              </span>
            ) : (
              <span className="by-faint">{t({ zh: '全天', en: 'All day' })}</span>
            ),
        },
        dailyTo: { isHiddenAtFirst: true },
        validFrom: { width: 106 },
        validUntil: { width: 106 },
        isAlone: { width: 86 },
        publishedBy: { isHiddenAtFirst: true },
      }}
      startWith={() => ({ lotIds: [], lcdIds: [], days: [] })}
      changeDisabledReason={(row) => disabledReason(playlistTransitions, 'change', row.state)}
      actsWidth={186}
      rowActs={(row) => {
        const step = row.state === 'draft' ? 'publish' : 'withdraw';
        return (
          <ActButton type="link" size="small" access={publishPlaylist.access} onAct={() => act(row, step)}>
            {t((step === 'publish' ? publishPlaylist : withdrawPlaylist).title)}
          </ActButton>
        );
      }}
      moreDetail={(row) => can(lcdProgramme.can.list) && <Strip ids={row.programmeIds} />}
    />
  );
}

/** The programmes of a playlist in their order. */
function Strip({ ids }: { ids: readonly string[] }) {
  const t = useText();
  const { data } = useListing(lcdProgramme, { page: 1, perPage: 200 });
  const rows = new Map((data?.rows ?? []).map((one) => [one.id, one]));
  return (
    <ol className="lcd-strip">
      {ids.map((id, index) => {
        const row = rows.get(id);
        return (
          row && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a programme may come several times, its place is what it is
            <li key={index}>
              <LcdMini row={row} placeName={t({ zh: '出口', en: 'Exit' })} />
              <p title={row.name}>
                {index + 1} · {row.name}
              </p>
            </li>
          )
        );
      })}
    </ol>
  );
}
