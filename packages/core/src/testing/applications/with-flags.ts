import type { EmbeddedFlags } from '../../deck/embedded-flags.ts'
import type { Flagdeck } from '../../deck/flagdeck.ts'
import type { FlagKey, FlagVariant } from '../../evaluation/definition/known-flags.ts'
import type { FlagDetails } from '../../features/flags/flag-details.ts'
import type { JsonValue } from '../../foundation/json/json-value.ts'
import { forcedFilters } from './forced-filters.ts'
import { memoryDeck } from './memory-deck.ts'

/** The result that a flag has for all subjects: on or off, or a variant; optionally with a payload. */
export type ForcedAnswer<Key extends FlagKey = FlagKey> =
  | FlagVariant<Key>
  | { readonly answer: FlagVariant<Key>; readonly payload: JsonValue }

/** Results by the keys of flags. */
export type ForcedFlags = { readonly [Key in FlagKey]?: ForcedAnswer<Key> }

/** The options of `withFlags`. */
export interface WithFlagsOptions {
  /** A deck that has these flags. By default, a deck in memory that has only these flags. */
  readonly deck?: Flagdeck
}

/**
 * Runs a test while flags have the given results for all subjects. The test receives a new deck, or uses the deck of
 * your application. Afterwards all flags are restored, even if the test fails. Returns the result of the test.
 *
 * @example
 * await withFlags({ 'new-checkout': 'one-page' }, (flags) => {
 *   if (flags.variant('new-checkout', { distinctId: 'user-42' }) === 'one-page') showNewCheckout()
 * })
 */
export async function withFlags<Answer>(
  forced: ForcedFlags,
  test: (flags: EmbeddedFlags) => Answer | Promise<Answer>,
  options: WithFlagsOptions = {},
): Promise<Answer> {
  // For callers without a compiler: the test would use another deck.
  if ('context' in options)
    throw new TypeError('withFlags needs the deck as an option: withFlags(flags, test, { deck }).')
  const { deck } = options
  if (deck) return oneAtATime(deck, async () => onDeck((await deck.project()).flags, forced, test))
  const own = await memoryDeck()
  try {
    const { flags } = await own.project()
    for (const [key, answer] of answersOf(forced)) await flags.create({ key, filters: forcedFilters(answer) })
    return await test(flags)
  } finally {
    await own.close()
  }
}

async function onDeck<Answer>(
  flags: EmbeddedFlags,
  forced: ForcedFlags,
  test: (flags: EmbeddedFlags) => Answer | Promise<Answer>,
): Promise<Answer> {
  const answers = await Promise.all(
    answersOf(forced).map(async ([key, answer]) => ({ flag: await requireFlag(flags, key), answer })),
  )
  try {
    for (const { flag, answer } of answers) {
      await flags.update(flag.id, { active: true, archived: false, filters: forcedFilters(answer, flag.filters) })
    }
    return await test(flags)
  } finally {
    await restoreAll(
      flags,
      answers.map(({ flag }) => flag),
    )
  }
}

/**
 * Restores each flag, even if another one cannot be restored: a test may have deleted records that its conditions
 * reference.
 */
async function restoreAll(flags: EmbeddedFlags, before: readonly FlagDetails[]): Promise<void> {
  const failures: unknown[] = []
  for (const { id, version } of before) await flags.restore(id, version).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'Some flags could not be put back as they were.')
}

// The keys of forced flags are flag keys.
function answersOf(forced: ForcedFlags): readonly (readonly [FlagKey, ForcedAnswer])[] {
  return Object.entries(forced) as [FlagKey, ForcedAnswer][]
}

async function requireFlag(flags: EmbeddedFlags, key: string): Promise<FlagDetails> {
  const flag = await flags.find(key)
  if (!flag) throw new Error(`The deck has no flag ${key}, so nothing of the application can ask for it.`)
  return flag
}

// Bound: dies with the deck
const busy = new WeakSet<object>()

/** Refuses concurrent tests on one deck: each would see the flags of the other, and restore them too early. */
async function oneAtATime<Answer>(deck: Flagdeck, work: () => Promise<Answer>): Promise<Answer> {
  if (busy.has(deck.context.store))
    throw new Error('Another test holds flags of this deck: give each a deck of its own.')
  busy.add(deck.context.store)
  try {
    return await work()
  } finally {
    busy.delete(deck.context.store)
  }
}
