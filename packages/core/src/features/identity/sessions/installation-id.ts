import type { Context } from '../../../runtime/context.ts'

/**
 * Identifies the installation: all instances on one database return the same id, at every start. It is the id of the first
 * project, which is never deleted; undefined until there is one.
 */
export async function installationId({ store }: Pick<Context, 'store'>): Promise<string | undefined> {
  const project = await store.read((tx) => tx.projects.first())
  return project?.uuid
}
