import type { CompiledFlag } from '../flags/compiled-flag.ts'
import { type HashAhead, hashAhead } from '../hashing/hash.ts'
import { decideByKey, decideFound, flagsInOrder, keyListFinder } from './flags-by-key.ts'
import type { Snapshot } from './snapshot.ts'
import { lookupsOf } from './snapshot-lookup.ts'
import type { SnapshotParts } from './snapshot-parts.ts'

/** A snapshot that `replaceDefinitions` can carry on from, and that `explain` can look into. */
export interface CompiledSnapshot extends Snapshot {
  /** What it is made of; the business of the evaluation engine alone. */
  readonly parts: SnapshotParts
}

export function compiledSnapshot(version: number, parts: SnapshotParts): CompiledSnapshot {
  const { flags } = parts
  const lookups = lookupsOf(parts)
  // Made when all flags are first wanted at once: many snapshots are replaced before that.
  let inOrder: readonly CompiledFlag[] | undefined
  let hashing: HashAhead | undefined
  const named = keyListFinder(flags)
  const evaluate: Snapshot['evaluate'] = (key, subject) => {
    const lookup = lookups.begin()
    const decision = decideByKey(flags, key, subject, lookup)
    lookups.end(lookup)
    return decision
  }
  const evaluateAll: Snapshot['evaluateAll'] = (subject, options) => {
    const lookup = lookups.begin(options?.isHidden)
    inOrder ??= flagsInOrder(flags)
    const keys = options?.keys
    const asked = Array.isArray(keys) ? named(keys) : inOrder
    hashing ??= parts.rules.hashing?.()
    // Of a few flags, those that would be hashed with them are not asked for.
    if (asked.length * 2 > inOrder.length) hashAhead(hashing)
    try {
      return asked.map((found) => decideFound(found, subject, lookup))
    } finally {
      hashAhead(undefined)
      lookups.end(lookup)
    }
  }
  return {
    version,
    keys: flags.keys,
    parts,
    evaluate,
    evaluateAll,
    isEnabled: (key, subject) => evaluate(key, subject).enabled,
    variant: (key, subject) => {
      const decision = evaluate(key, subject)
      return decision.variant ?? decision.enabled
    },
  }
}
