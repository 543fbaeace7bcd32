import type { JsonObject } from '../../foundation/json/json-value.ts'

/** What a tile shows: exactly one of these. Several tiles, of different dashboards, may show the same. */
export type TileContent =
  | { readonly kind: 'insight'; readonly insightId: number }
  | { readonly kind: 'text'; readonly textId: number }

/** One place on a dashboard: what is shown there, and how it looks. */
export interface Tile {
  readonly id: number
  readonly projectId: number
  readonly dashboardId: number
  readonly content: TileContent
  /** Breakpoint (`sm`, `xs`, …) to box, as sent. */
  readonly layouts: JsonObject
  readonly color: string | null
  readonly filtersOverrides: JsonObject
  readonly showDescription: boolean | null
  readonly transparentBackground: boolean | null
  readonly deleted: boolean
  /** UUID of the deletion of the whole dashboard that removed this tile; null when it is live or went alone. */
  readonly deletionId: string | null
}

/** A tile before the store gives it an id. */
export type NewTile = Omit<Tile, 'id'>
