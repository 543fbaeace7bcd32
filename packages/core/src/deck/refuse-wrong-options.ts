import type { FlagdeckOptions } from './flagdeck.ts'

/** Told by name of what has to be of its kind, where no compiler looks (EMBED-23). */
export function refuseWrongOptions(options: Partial<FlagdeckOptions> | undefined): void {
  if (typeof options?.store?.migrate !== 'function') {
    throw new TypeError("createFlagdeck needs a store: { store: sqliteStore('flags.db') }, or memoryStore() for tests.")
  }
  for (const name of LISTENERS) {
    const listener: unknown = options[name]
    if (listener === undefined || typeof listener === 'function') continue
    throw new TypeError(`${name} of createFlagdeck has to be a function.`)
  }
  for (const name of INTERVALS) {
    const ms: unknown = options[name]
    if (ms === undefined || (typeof ms === 'number' && ms >= 1 && ms <= LONGEST_TIMER_MS)) continue
    throw new RangeError(`${name} of createFlagdeck has to be a number from 1 to ${LONGEST_TIMER_MS}.`)
  }
}

const LISTENERS = ['onError', 'onEvaluation'] as const
const INTERVALS = ['checkIntervalMs', 'usageFlushIntervalMs'] as const
/** A timer that should wait longer does not wait at all. */
const LONGEST_TIMER_MS = 2_147_483_647
