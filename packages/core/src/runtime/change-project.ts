import type { ProjectChange } from '../data/change-bus.ts'
import type { Transaction, WriteOptions } from '../data/store.ts'
import { notFound } from '../foundation/errors/domain-error.ts'
import type { ProjectContext } from './context.ts'
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
  return changeProjectIfNeeded(ctx, async (tx, raiseVersion) => work(tx, await raiseVersion()), options)
}

/**
 * {@link changeProject} for a change that finds out on the way whether evaluation depends on it. It has to hold the
 * project before it looks; `raiseVersion` answers the version that the project then has.
 */
export async function changeProjectIfNeeded<T>(
  ctx: ProjectContext,
  work: (tx: Transaction, raiseVersion: () => Promise<number>) => Promise<T>,
  options?: WriteOptions,
): Promise<T> {
  const raiseAndWork = async (tx: Transaction) => {
    let projectVersion = 0
    const raiseVersion = async () => {
      projectVersion = await tx.projects.raiseVersion(ctx.project.id)
      if (projectVersion === 0) throw notFound('Project not found.')
      return projectVersion
    }
    const result = await work(tx, raiseVersion)
    return { result, projectVersion }
  }
  const { result, projectVersion } = await writeStore(ctx, raiseAndWork, options)
  if (projectVersion > 0) await announce(ctx, { projectId: ctx.project.id, version: projectVersion })
  return result
}

async function announce(ctx: ProjectContext, change: ProjectChange): Promise<void> {
  if (ctx.announceLater) ctx.announceLater(change)
  else await ctx.snapshots.announce(change)
}
