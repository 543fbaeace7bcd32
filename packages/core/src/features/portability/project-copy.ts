import { workOnCopy } from '../../data/memory/memory-copy.ts'
import type { Transaction } from '../../data/store.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { contextWithin } from '../../runtime/within-write.ts'
import { dashboardIndex } from '../dashboards/dashboard-index.ts'
import { flagIndex } from '../flags/flag-index.ts'
import { loadProjectRows } from './load-project-rows.ts'
import { loadProject, type ProjectContents } from './project-contents.ts'

/** The contents from which the copy was made, and a transaction of the copy. */
interface ProjectCopy {
  readonly contents: ProjectContents
  readonly tx: Transaction
}

/**
 * Runs operations on a copy of the project in memory, which is dropped afterwards. They write nothing to the database,
 * and no other request waits for them (DRY-3).
 */
export async function withProjectCopy<T>(
  ctx: ProjectContext,
  work: (ctx: ProjectContext, copy: ProjectCopy) => Promise<T>,
): Promise<T> {
  ctx.copyClaim?.restart()
  const { contents, rows } = await ctx.store.read(async (tx) => {
    const contents = await loadProject(tx, ctx)
    return { contents, rows: await loadProjectRows(tx, ctx, contents) }
  })
  return workOnCopy(rows, { flag: flagIndex, dashboard: dashboardIndex }, (tx) =>
    work(contextWithin(ctx, tx), { contents, tx }),
  )
}
