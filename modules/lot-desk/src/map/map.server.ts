import { handle } from '@boyun/kernel/server';
import { getMapSource } from './map.contract.ts';

const GCJ02 = '#gcj02';

export const getMapSourceServer = handle(getMapSource, async (_tx, _input, _act, { configuration }) => ({
  tiles: configuration.mapTiles?.replace(GCJ02, '') ?? null,
  attribution: configuration.mapAttribution,
  isGcj02: configuration.mapTiles?.endsWith(GCJ02) ?? false,
}));
