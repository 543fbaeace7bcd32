import type { NewTile, Tile, TileContent } from '../records/tile.ts'

/** Queries on tiles. */
export interface TileReader {
  /** Returns a tile, also a deleted one. */
  find(projectId: number, tileId: number): Promise<Tile | undefined>
  /** Returns all tiles of a dashboard, including deleted ones, by id. */
  ofDashboard(projectId: number, dashboardId: number): Promise<readonly Tile[]>
  /** Returns all tiles with one of these contents, on all dashboards, including deleted ones, by id. */
  showing(projectId: number, contents: readonly TileContent[]): Promise<readonly Tile[]>
}

/** Queries on and changes of tiles. */
export interface TileTable extends TileReader {
  /**
   * Adds a tile. A dashboard has an insight or a text at most once, counting deleted tiles (`tiles_insight`,
   * `tiles_text`).
   */
  insert(tile: NewTile): Promise<Tile>
  /** Replaces all fields except id and project. To move a tile, replace its dashboard. */
  update(tile: Tile): Promise<void>
  /** Permanently deletes a tile. */
  purge(projectId: number, tileId: number): Promise<void>
}
