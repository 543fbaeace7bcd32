import type { TemplateOutline } from '../../../data/records/dashboard-size.ts'
import type { DashboardTemplate } from '../../../data/records/dashboard-template.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import { partsByBytes } from '../../../foundation/lists/parts-by-bytes.ts'
import { yieldToOthers } from '../../../foundation/time/yield.ts'

/** The number of bytes that are read together. As objects they may take twenty times as much memory. */
const BYTES_AT_ONCE = 512 * 1024

/** Reads the live templates of a project by name, a few at a time. */
export async function* templatesInParts(
  tx: ReadTransaction,
  projectId: number,
  isWanted: (outline: TemplateOutline) => boolean = () => true,
): AsyncGenerator<readonly DashboardTemplate[]> {
  const outlines = await tx.dashboardTemplates.listOutlines(projectId)
  for (const part of partsByBytes(outlines.filter(isWanted), BYTES_AT_ONCE)) {
    yield await tx.dashboardTemplates.findMany(
      projectId,
      part.map(({ id }) => id),
    )
    await yieldToOthers()
  }
}
