import type { DailyHours } from '@boyun/domain/daily-hours';
import type { DayKind, FeeLine, Tariff } from '@boyun/domain/fee';
import type { GrantedEffect } from '@boyun/domain/granted';
import type { LanePolicy } from '@boyun/domain/lane-policy';
import type { MessageMap } from '@boyun/domain/message-map';
import type { LaneMode } from '@boyun/domain/stay';
import type { TidalWindow } from '@boyun/domain/tidal';

/** How a box treats cars while it cannot ask the cloud. */
export type WhenOffline = 'list' | 'open' | 'hold';

/** The values of the sections that the cloud sends, as they are on the wire. */
export interface Sections {
  readonly box: { readonly HeartbeatSeconds: number; readonly WhenOffline: WhenOffline };
  readonly lot: LotValue;
  readonly lane: LaneValue;
  readonly camera: CameraValue;
  readonly tariff: TariffValue;
  readonly binding: BindingValue;
  readonly day: { readonly Day: string; readonly Kind: DayKind };
  readonly kind: KindValue;
  readonly attendant: AttendantValue;
  readonly vip: VipValue;
  readonly debt: { readonly Plate: string; readonly OwedFen: number };
}

/** The lot of the box. */
export interface LotValue {
  readonly Id: string;
  readonly Name: string;
  readonly Kind: string;
  readonly State: 'preparing' | 'open' | 'closed';
  readonly Capacity: number;
  readonly TimeZone: string;
  readonly DuplicateEntry: 'admit' | 'hold';
  readonly HasCash?: boolean;
  /** From which debts on a car is stopped at the entry; null where none is. */
  readonly Arrears?: { readonly LimitFen: number; readonly Rank: number } | null;
}

/** A lane of the box. */
export interface LaneValue {
  readonly Id: string;
  readonly Code: string;
  readonly Name: string;
  readonly Direction: 'entry' | 'exit';
  readonly TidalPlan: readonly TidalWindow[];
  readonly Mode: LaneMode;
  readonly ModeUntil?: string | null;
  readonly Policies: Readonly<Record<string, LanePolicy>>;
  readonly WhenFull: 'wait' | 'refuse' | 'admit';
  readonly NoPlate: 'ticket' | 'hold';
  readonly Unmatched: 'hold' | 'open';
}

/** A camera of a lane of the box. */
export interface CameraValue {
  readonly Id: string;
  readonly LaneId: string;
  readonly Name: string;
  readonly SerialNo: string | null;
  readonly Protocol: string;
  readonly CallUrl?: string | null;
  readonly CallUser?: string | null;
  readonly Sealed?: string | null;
  readonly Map?: MessageMap | null;
}

/** A published version of a tariff. */
export interface TariffValue {
  readonly VersionId: string;
  readonly RuleId: string;
  readonly EffectiveFrom: string;
  readonly Tariff: Tariff;
}

/** Which cars and days a rule prices. */
export interface BindingValue {
  readonly Id: string;
  readonly RuleId: string;
  readonly LotId: string | null;
  readonly IsArea: boolean;
  readonly VehicleKinds: readonly string[];
  readonly SpotKinds: readonly string[];
  readonly PlateColors: readonly number[];
  readonly FromDay: string | null;
  readonly ToDay: string | null;
}

/** A kind of list. */
export interface KindValue {
  readonly Name: string;
  readonly Zh: string;
  readonly En: string;
  readonly Rank: number;
  readonly LanePolicy: LanePolicy | null;
  readonly IsFree: boolean;
}

/** An entry of a list for a plate. */
export interface ListValue {
  readonly Kind: string;
  readonly EntryId: string;
  readonly Plate: string;
  readonly Action: 'deny' | 'warn' | null;
  readonly Text: string;
  readonly Hours: DailyHours | null;
  readonly VehicleKinds: readonly string[];
  readonly Places: number | null;
  readonly SharedIds: readonly string[];
  readonly SharedCount: number;
  readonly TimesPerDay: number | null;
  readonly IsWide: boolean;
  readonly ValidFrom: string | null;
  readonly ValidUntil: string | null;
  readonly Cover: CoverValue | null;
}

/** What an entry exempts from the fee. */
export interface CoverValue {
  readonly Zh: string;
  readonly En: string;
  readonly Minutes: number | null;
  readonly Hours: DailyHours | null;
  readonly Spans: readonly { readonly FromMs: number; readonly ToMs: number | null }[];
  readonly SpotKind: string | null;
}

/** What a member of a VIP group has off its fees. */
export interface VipValue {
  readonly Id: string;
  readonly Plate: string;
  readonly Name: string;
  readonly Effect: GrantedEffect['effect'];
  readonly AmountFen: number | null;
  readonly Percent: number | null;
  readonly Minutes: number | null;
  readonly PriceFen: number | null;
  readonly LotIds: readonly string[];
  readonly SpotKinds: readonly string[];
  readonly VehicleKinds: readonly string[];
  readonly Days: readonly number[];
  readonly DailyFrom: string | null;
  readonly DailyTo: string | null;
  readonly ValidFrom: string;
  readonly ValidUntil: string;
}

/** Money that settled everything due at a time. */
export interface SettlementValue {
  readonly AtMs: number;
  readonly AmountFen: number;
}

/** A stay in the lot; `EntryEventId` names the passing that began it. */
export interface StayValue {
  readonly OrderId: string | null;
  readonly Plate: string;
  readonly PlateColor: number;
  readonly VehicleKind: string | null;
  readonly EnteredAt: string;
  readonly EntryLaneId: string | null;
  readonly EntryEventId: string | null;
  readonly Standing: string;
  readonly ListKind: string | null;
  readonly ListEntryId: string | null;
  readonly SpotKind: string | null;
  readonly ChargeVersionId: string | null;
  readonly Settlements: readonly SettlementValue[];
  readonly PaidFen: number;
  readonly RefundedFen: number;
  readonly ReducedFen: number;
}

/** Somebody who may work at the booth. */
export interface AttendantValue {
  readonly Id: string;
  readonly Name: string;
  readonly MayCollect: boolean;
  readonly MayOpen: boolean;
  readonly MaySettle: boolean;
  readonly Sealed: string | null;
}

/** A row of the snapshot; a value of null means it is gone. */
export interface ChangedRow {
  readonly Section: string;
  readonly Key: string;
  readonly Value: unknown;
}

/** The cloud's answer to a passing. */
export interface PassingAnswer {
  readonly Decision: 'open' | 'hold' | 'refuse' | 'record';
  readonly IsOpen: boolean;
  readonly Lines: readonly string[];
  readonly Voice: string | null;
  readonly PayUrl: string | null;
  readonly DueFen?: number | null;
  readonly IsRepeated: boolean;
}

/** What became of an item that was handed over. */
export interface HandedItem {
  readonly Seq: number;
  readonly State: 'done' | 'repeated' | 'refused' | 'later';
  readonly Reason?: string | null;
}

/** What the box shall run next. */
export interface UpdateOrder {
  readonly PlanId: string | null;
  readonly Version: string;
  readonly Url: string;
  readonly Sha256: string;
  readonly SizeBytes: number;
  readonly NotBefore: string | null;
  readonly NotAfter: string | null;
}

export type { FeeLine };
