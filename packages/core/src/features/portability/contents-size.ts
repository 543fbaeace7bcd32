import type { ReadTransaction } from '../../data/store.ts'
import { yieldToOthers } from '../../foundation/time/yield.ts'
import type { ContentsSize } from '../../runtime/copy-room.ts'

/**
 * The number of dashboards that are measured together. Each may have a thousand tiles, whose lengths the database
 * reads.
 */
const DASHBOARDS_AT_ONCE = 25

/**
 * Returns the size of the live dashboards and templates of a project, with everything that reading them loads. It stops
 * above `enough` bytes, so that measuring takes no longer than reading a project that fits.
 */
export async function contentsSize(
  tx: ReadTransaction,
  projectId: number,
  enough = Number.POSITIVE_INFINITY,
): Promise<ContentsSize> {
  const templates = await tx.dashboardTemplates.listOutlines(projectId)
  let rows = templates.length
  let bytes = templates.reduce((sum, template) => sum + template.bytes, 0)
  for (let afterId = 0; bytes <= enough; ) {
    const part = await tx.dashboards.sizesAfter(projectId, afterId, DASHBOARDS_AT_ONCE)
    for (const size of part) {
      rows += size.rows
      bytes += size.bytes
      afterId = size.id
    }
    if (part.length < DASHBOARDS_AT_ONCE) break
    await yieldToOthers()
  }
  return { rows, bytes }
}
