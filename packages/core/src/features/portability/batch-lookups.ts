import type { Flag } from '../../data/records/flag.ts'
import type { SeenFlag } from '../../data/records/usage.ts'
import type { Transaction } from '../../data/store.ts'
import type { RenamedUsage } from '../../data/tables/flag-table.ts'

/** The number of flags whose lookups one query loads. */
const KEYS_AT_ONCE = 250

/** The flags that a batch is going to create, in that order. The object outlives the transactions that create them. */
export class FlagsToCome {
  readonly #keys: readonly string[]
  // Bound: dies with the import
  readonly #places: ReadonlyMap<string, number>
  /** Reserved ids that are not used yet. */
  // Bound: dies with the import
  readonly ids: number[] = []
  readonly #loadsAll: boolean

  /** @param loadsAll whether the first lookup loads all flags: a copy in memory scans its rows for each query */
  constructor(keys: readonly string[], loadsAll: boolean) {
    this.#keys = keys
    this.#loadsAll = loadsAll
    this.#places = new Map(keys.map((key, place) => [key, place]))
  }

  /** Returns the keys to look up together with this one; none if the batch does not create a flag with this key. */
  from(key: string): readonly string[] {
    const place = this.#places.get(key)
    if (place === undefined) return []
    return this.#loadsAll ? this.#keys : this.#keys.slice(place, place + KEYS_AT_ONCE)
  }
}

/** The data that creating each of these flags depends on. */
interface Lookups {
  readonly holders: Map<string, Flag[]>
  readonly renamed: Map<string, RenamedUsage[]>
  readonly seen: ReadonlyMap<string, SeenFlag>
}

/**
 * Returns a transaction for operations on many flags of one project, which must be locked. Operations use it like any
 * other transaction. One query loads the lookups of many flags, and the version of the project increases once. It
 * supports creating and updating live flags only, because it does not notice that a deleted flag is restored.
 */
export function withBatchLookups(base: Transaction, projectId: number, toCome: FlagsToCome): Transaction {
  const { flags, seenFlags, projects, encryptionCheck } = base
  let keys: ReadonlySet<string> = new Set()
  let lookups: Promise<Lookups> | undefined
  let checkValue: Promise<string | undefined> | undefined

  async function lookUp(wanted: readonly string[]): Promise<Lookups> {
    const [holders, renamed, seen, ids] = await Promise.all([
      flags.findAllByKeys(projectId, wanted),
      flags.listUsageKeys(projectId, wanted),
      seenFlags.findMany(projectId, wanted),
      flags.reserveIds(Math.max(0, wanted.length - toCome.ids.length)),
    ])
    toCome.ids.push(...ids)
    return {
      holders: grouped(wanted, holders, ({ key }) => [key]),
      renamed: grouped(wanted, renamed, ({ key, usageKey, usageOrigin }) => [
        ...new Set([key, usageKey, usageOrigin ?? key]),
      ]),
      seen: new Map(seen.map((each) => [each.flagKey, each])),
    }
  }

  function lookupsFor(key: string): Promise<Lookups> | undefined {
    if (keys.has(key)) return lookups
    const wanted = toCome.from(key)
    if (wanted.length === 0) return undefined
    keys = new Set(wanted)
    lookups = lookUp(wanted)
    return lookups
  }

  /** Drops results that are outdated because the flag was written. */
  async function forget({ key, usageKey, usageOrigin }: Pick<Flag, 'key' | 'usageKey' | 'usageOrigin'>): Promise<void> {
    const { holders, renamed } = (await lookups) ?? {}
    holders?.delete(key)
    for (const name of [key, usageKey, usageOrigin]) if (name !== null) renamed?.delete(name)
  }

  const tables: Partial<Transaction> = {
    flags: {
      ...flags,
      findAllByKey: async (of, key) => (await lookupsFor(key))?.holders.get(key) ?? flags.findAllByKey(of, key),
      async listUsageKeys(of, names) {
        const [name = ''] = names
        const known = names.length === 1 ? (await lookupsFor(name))?.renamed.get(name) : undefined
        return known ?? flags.listUsageKeys(of, names)
      },
      async reserveId() {
        await lookups
        return toCome.ids.shift() ?? flags.reserveId()
      },
      async insert(flag, index) {
        await forget(flag)
        return flags.insert(flag, index)
      },
      async update(flag, index, expectedVersion) {
        await forget(flag)
        return flags.update(flag, index, expectedVersion)
      },
      async replace(flag, index, expectedVersion) {
        await forget(flag)
        return flags.replace(flag, index, expectedVersion)
      },
    },
    seenFlags: {
      ...seenFlags,
      async find(of, flagKey) {
        const known = await lookupsFor(flagKey)
        return known ? known.seen.get(flagKey) : seenFlags.find(of, flagKey)
      },
    },
    projects: {
      ...projects,
      raiseVersion: once(projects.raiseVersion),
      // Instances load one snapshot after the batch, instead of one after each flag.
      findRaised: async () => undefined,
    },
    encryptionCheck: {
      find() {
        checkValue ??= encryptionCheck.find()
        return checkValue
      },
      async set(sealed, changedAt) {
        checkValue = undefined
        await encryptionCheck.set(sealed, changedAt)
      },
    },
    organizations: { ...base.organizations, find: once(base.organizations.find) },
    memberships: { ...base.memberships, find: once(base.memberships.find) },
    roles: { ...base.roles, ofUser: once(base.roles.ofUser), findByName: once(base.roles.findByName) },
  }
  return new Proxy(base, {
    get: (target, name) => tables[name as keyof Transaction] ?? Reflect.get(target, name),
  })
}

function grouped<Row>(
  keys: readonly string[],
  rows: readonly Row[],
  keysOf: (row: Row) => readonly string[],
): Map<string, Row[]> {
  const groups = new Map<string, Row[]>(keys.map((key) => [key, []]))
  for (const row of rows) for (const key of keysOf(row)) groups.get(key)?.push(row)
  return groups
}

/** Returns the same lookup with cached results: it queries the database once for the same arguments. */
function once<Args extends readonly (string | number)[], T>(
  lookup: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  // Bound: dies with the transaction
  const results = new Map<string, Promise<T>>()
  return (...args) => {
    const key = args.join('/')
    const result = results.get(key) ?? lookup(...args)
    results.set(key, result)
    return result
  }
}
