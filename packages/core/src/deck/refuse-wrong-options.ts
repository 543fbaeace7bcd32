import { fieldNames } from '../foundation/validation/read-only-fields.ts'
import type { Limits } from '../runtime/context.ts'
import type { UsageRetention } from '../runtime/usage/usage-retention.ts'
import type { FlagdeckOptions } from './flagdeck-options.ts'
import { refuseUnknownOptions } from './known-options.ts'

const LISTENERS = ['onError', 'onEvaluation'] as const
const INTERVALS = ['checkIntervalMs', 'usageFlushIntervalMs'] as const
const OBJECTS = ['limits', 'usageRetention'] as const
/** The longest delay of a timer; a timer with a longer one fires immediately. */
const LONGEST_TIMER_MS = 2_147_483_647

const OPTION_NAMES = fieldNames<FlagdeckOptions>({
  store: true,
  limits: true,
  encryptionKey: true,
  passwords: true,
  checkIntervalMs: true,
  usageFlushIntervalMs: true,
  usageRetention: true,
  recordUsage: true,
  onError: true,
  onEvaluation: true,
  bus: true,
  definitionsCache: true,
  clock: true,
  ids: true,
})
const LIMIT_NAMES = fieldNames<Limits>({
  maxFlagsPerProject: true,
  maxCohortsPerProject: true,
  maxDashboardsPerProject: true,
  maxFiltersBytes: true,
  maxProjectFiltersBytes: true,
  maxProjectPersonsBytes: true,
})
const RETENTION_NAMES = fieldNames<UsageRetention>({
  bucketDays: true,
  dayDays: true,
  bucketUsersHours: true,
  dayUsersDays: true,
  eventHours: true,
  unknownFlagDays: true,
})

type OptionName = (typeof LISTENERS | typeof INTERVALS | typeof OBJECTS)[number] | 'recordUsage'

/** Options of a deck before they are validated. */
interface GivenOptions extends Partial<Record<OptionName, unknown>> {
  readonly store?: { readonly migrate?: unknown }
}

/** Throws an error that names a wrong option, for callers without a compiler (EMBED-23). */
export function refuseWrongOptions(options: GivenOptions | undefined): void {
  if (typeof options?.store?.migrate !== 'function') {
    throw new TypeError(
      "createFlagdeck requires a store: { store: sqliteStore('flags.db') }, or memoryStore() for tests.",
    )
  }
  refuseUnknownOptions('createFlagdeck', options, OPTION_NAMES)
  refuseUnknownOptions('limits of createFlagdeck', options.limits, LIMIT_NAMES)
  refuseUnknownOptions('usageRetention of createFlagdeck', options.usageRetention, RETENTION_NAMES)
  for (const name of LISTENERS) {
    if (options[name] !== undefined) refuseNoListener(`${name} of createFlagdeck`, options[name])
  }
  for (const name of OBJECTS) {
    if (typeof (options[name] ?? {}) !== 'object') throw new TypeError(`${name} of createFlagdeck must be an object.`)
  }
  if (typeof (options.recordUsage ?? true) !== 'boolean') {
    throw new TypeError('recordUsage of createFlagdeck must be true or false.')
  }
  for (const name of INTERVALS) {
    const ms = options[name]
    if (ms === undefined || (typeof ms === 'number' && ms >= 1 && ms <= LONGEST_TIMER_MS)) continue
    throw new RangeError(`${name} of createFlagdeck must be a number from 1 to ${LONGEST_TIMER_MS}.`)
  }
}

/** Throws if a value does not reference a project, for callers without a compiler (EMBED-4). */
export function refuseNoReference(given: unknown): void {
  if (given === '@current' || typeof given === 'number') return
  if (typeof given === 'object' && given !== null && 'token' in given && typeof given.token === 'string') return
  throw new TypeError("A project is named by its id or its public token: project(2) or project({ token: 'phc_…' }).")
}

/** Throws if a listener is not a function, for callers without a compiler (EMBED-23). */
export function refuseNoListener(name: string, listener: unknown): void {
  if (typeof listener !== 'function') throw new TypeError(`${name} requires a function.`)
}
