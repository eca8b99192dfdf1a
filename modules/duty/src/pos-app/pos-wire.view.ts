/** A spot of the street as it travels. */
export interface SpotWire {
  readonly SpotId: string;
  readonly Number: string;
  readonly State: 'free' | 'taken' | 'closed';
  readonly OrderId: string | null;
  readonly Plate: string | null;
  readonly EnteredAt: string | null;
  readonly Due: string;
  /** Of a car recorded without a network: the number of that entry. */
  readonly EntryClientId?: string;
}

/** What the app starts with. */
export interface PosWire {
  readonly DeviceNo: string;
  readonly Collector: string;
  readonly IsClaimed: boolean;
  readonly SignedInAt: string | null;
  readonly SignedInLot: string | null;
  readonly Cash: string;
  readonly CanCollect: boolean;
  readonly LotId: string | null;
  readonly Lots: readonly { readonly LotId: string; readonly Name: string }[];
  readonly Spots: readonly SpotWire[];
}
