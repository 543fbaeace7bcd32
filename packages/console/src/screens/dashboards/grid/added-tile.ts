import { signal } from '@preact/signals'
import type { Dashboard, Tile } from '../dashboard.ts'

/** The tile that the user has just added, by its id or by its chart, until the page shows it. */
export type AddedTile = { readonly tile: number } | { readonly insight: number }

export const addedTile = signal<AddedTile | undefined>(undefined)

export function isAdded({ id, insight }: Tile, added: AddedTile): boolean {
  return 'tile' in added ? id === added.tile : insight?.id === added.insight
}

/** Returns the tile that only the later state of a dashboard has. */
export function newTileOf(before: Dashboard, after: Dashboard): AddedTile | undefined {
  const known = new Set(before.tiles.map(({ id }) => id))
  const tile = after.tiles.find(({ id }) => !known.has(id))
  return tile && { tile: tile.id }
}
