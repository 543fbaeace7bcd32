import { createFlagdeck, type FlagdeckOptions, memoryStore, type ProjectContext } from '@flagdeck/core'

/**
 * Lends `work` a project as a first start makes it, in memory: to find out what would happen in it before anything is
 * made.
 */
export async function withNewProject<T>(
  options: Pick<FlagdeckOptions, 'limits' | 'encryptionKey'>,
  work: (context: ProjectContext) => Promise<T>,
): Promise<T> {
  const deck = await createFlagdeck({ store: memoryStore(), ...options })
  try {
    return await work((await deck.project()).context)
  } finally {
    await deck.close()
  }
}
