import type { LcdKind, LcdLook } from '../lcd/lcd-programme.contract.ts';

/** A programme as the server sends it. */
export interface WireItem {
  readonly Id: string;
  readonly Kind: LcdKind;
  readonly Name: string;
  readonly FileUrl: string | null;
  readonly FileId: string | null;
  readonly Bytes: number;
  readonly Headline: string | null;
  readonly Words: string | null;
  readonly Look: LcdLook;
  readonly Seconds: number;
}

interface WirePlaylist {
  readonly Id: string;
  readonly ProgrammeIds: readonly string[];
  readonly Days: readonly number[];
  readonly DailyFrom: string | null;
  readonly DailyTo: string | null;
  readonly ValidFrom: string;
  readonly ValidUntil: string | null;
  readonly IsAlone: boolean;
}

/** What a display shows, as the server sends it. */
export interface WireContent {
  readonly Revision: string;
  readonly Name: string;
  readonly LotName: string;
  readonly LaneName: string | null;
  readonly Zone: string;
  readonly IsMuted: boolean;
  readonly PayAddress: string | null;
  readonly Items: readonly WireItem[];
  readonly Playlists: readonly WirePlaylist[];
}

/** How often a programme was shown in an hour, as it waits in the display. */
export interface WaitingShow {
  readonly programmeId: string;
  readonly playCount: number;
  readonly seconds: number;
  /** By the clock of the display. */
  readonly firstMs: number;
  readonly lastMs: number;
}
