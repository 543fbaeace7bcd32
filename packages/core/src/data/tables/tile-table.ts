import type { NewTile, Tile, TileContent } from '../records/tile.ts'

/** What is asked about tiles. */
export interface TileReader {
  /** Deleted tiles too. */
  find(projectId: number, tileId: number): Promise<Tile | undefined>
  /** Every tile of a dashboard, deleted ones too, by id. */
  ofDashboard(projectId: number, dashboardId: number): Promise<readonly Tile[]>
  /** Every tile of every dashboard that shows one of these, deleted ones too, by id. */
  showing(projectId: number, contents: readonly TileContent[]): Promise<readonly Tile[]>
}

/** What is asked about tiles, and how it is changed. */
export interface TileTable extends TileReader {
  /**
   * A dashboard shows an insight or a text once, counting deleted tiles (`tiles_insight`, `tiles_text`).
   */
  insert(tile: NewTile): Promise<Tile>
  /** Replaces everything but id and project, the dashboard too: that is how a tile moves. */
  update(tile: Tile): Promise<void>
  /** For good. */
  purge(projectId: number, tileId: number): Promise<void>
}
