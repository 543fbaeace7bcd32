import { createFlagdeck, type FlagdeckOptions, memoryStore, type ProjectContext } from '@flagdeck/core'

/**
 * Runs `work` in a temporary project in memory, with the contents of a first start, to preview changes before the project
 * is created.
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
