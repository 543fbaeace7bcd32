import type { ProjectContext } from './context.ts'
import { notFound } from './errors/domain-error.ts'
import type { Transaction, WriteOptions } from './storage/store.ts'
import { writeStore } from './write-store.ts'

/**
 * Runs a change that evaluation depends on. Raising the project's version is the first statement because it also
 * holds the project: changes of one project go one after the other, so what a rule read stays true until the commit.
 * `projectVersion` is the one the project has once the change is in. When this resolves, this instance answers with the change in it.
 */
export async function changeProject<T>(
  ctx: ProjectContext,
  work: (tx: Transaction, projectVersion: number) => Promise<T>,
  options?: WriteOptions,
): Promise<T> {
  const raiseAndWork = async (tx: Transaction) => {
    const projectVersion = await tx.projects.raiseVersion(ctx.project.id)
    if (projectVersion === 0) throw notFound('Project not found.')
    return { result: await work(tx, projectVersion), projectVersion }
  }
  const { result, projectVersion } = await writeStore(ctx, raiseAndWork, options)
  const change = { projectId: ctx.project.id, version: projectVersion }
  if (ctx.announceLater) ctx.announceLater(change)
  else await ctx.snapshots.announce(change)
  return result
}
