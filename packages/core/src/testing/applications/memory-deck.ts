import { memoryStore } from '../../data/memory/memory-store.ts'
import { createFlagdeck, type Flagdeck } from '../../deck/flagdeck.ts'
import type { FlagdeckOptions } from '../../deck/flagdeck-options.ts'
import { applyImport } from '../../features/portability/import-project.ts'
import type { FlagCoverage } from './flag-coverage.ts'

/** The options of a deck for a test; all are optional. */
export interface MemoryDeckOptions extends Omit<FlagdeckOptions, 'store' | 'onEvaluation' | 'recordUsage'> {
  /** The parsed output of `flagdeck export`: the deck starts with its flags. */
  readonly document?: unknown
  /** Records the evaluated flags. */
  readonly coverage?: FlagCoverage
}

/**
 * Returns a deck in memory for one test, with the flags of an exported project. It behaves like any other deck, and its
 * data is lost when it is closed.
 *
 * @example
 * const deck = await memoryDeck({ document: { flagdeck_export: 1, flags: [{ key: 'new-checkout' }] } })
 * const { flags } = await deck.project()
 * flags.isEnabled('new-checkout', { distinctId: 'user-42' })
 * await deck.close()
 */
export async function memoryDeck(given: MemoryDeckOptions = {}): Promise<Flagdeck> {
  // For callers without a compiler: a deck without flags would evaluate all flags to false.
  if (typeof given !== 'object' || 'flagdeck_export' in given) {
    throw new TypeError('memoryDeck needs the document as an option: memoryDeck({ document }), where it is parsed.')
  }
  const { document, coverage, ...options } = given
  const onEvaluation = coverage?.onEvaluation
  const deck = await createFlagdeck({
    ...options,
    store: memoryStore(),
    recordUsage: false,
    ...(onEvaluation ? { onEvaluation } : {}),
  })
  try {
    const { context, flags } = await deck.project()
    if (document !== undefined) await applyImport(context, document)
    coverage?.expect(flags.snapshot())
    return deck
  } catch (error) {
    await deck.close()
    throw error
  }
}
