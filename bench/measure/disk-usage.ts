import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const BLOCK_BYTES = 512

/** Returns the megabytes that the files of a folder take on disk, in whole blocks like `du`. */
export function diskUsageMb(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const blocks = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).blocks, 0)
  return (blocks * BLOCK_BYTES) / 1e6
}
