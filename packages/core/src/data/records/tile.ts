import type { JsonObject } from '../../foundation/json/json-value.ts'

/** The content of a tile, exactly one of these. Tiles of different dashboards may share content. */
export type TileContent =
  | { readonly kind: 'insight'; readonly insightId: number }
  | { readonly kind: 'text'; readonly textId: number }

/** A position on a dashboard, with its content and appearance. */
export interface Tile {
  readonly id: number
  readonly projectId: number
  readonly dashboardId: number
  readonly content: TileContent
  /** Maps breakpoints (`sm`, `xs`, …) to boxes, as sent by the client. */
  readonly layouts: JsonObject
  readonly color: string | null
  readonly filtersOverrides: JsonObject
  readonly showDescription: boolean | null
  readonly transparentBackground: boolean | null
  readonly deleted: boolean
  /**
   * UUID of the deletion of the whole dashboard that removed this tile; null if it is live or was deleted separately.
   */
  readonly deletionId: string | null
}

/** A tile before the store gives it an id. */
export type NewTile = Omit<Tile, 'id'>
