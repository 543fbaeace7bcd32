import type { Dashboard } from '../../data/records/dashboard.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { partsByBytes } from '../../foundation/lists/parts-by-bytes.ts'
import { yieldToOthers } from '../../foundation/time/yield.ts'

const SIZES_AT_ONCE = 25
/** The number of bytes that are read together. As objects they may take twenty times as much memory. */
const BYTES_AT_ONCE = 512 * 1024

/**
 * Yields the live dashboards of a project by id, a few at a time, including unlisted ones, except those in `except`.
 */
export async function* dashboardsInParts(
  tx: ReadTransaction,
  projectId: number,
  except: ReadonlySet<number> = new Set(),
): AsyncGenerator<readonly Dashboard[]> {
  for (let afterId = 0; ; ) {
    const sizes = await tx.dashboards.sizesAfter(projectId, afterId, SIZES_AT_ONCE)
    const wanted = sizes.filter(({ id }) => !except.has(id))
    for (const part of partsByBytes(wanted, BYTES_AT_ONCE)) {
      const found = await tx.dashboards.findMany(
        projectId,
        part.map(({ id }) => id),
      )
      yield found.filter(({ deleted }) => !deleted)
      await yieldToOthers()
    }
    if (sizes.length < SIZES_AT_ONCE) return
    afterId = sizes.at(-1)?.id ?? 0
  }
}
