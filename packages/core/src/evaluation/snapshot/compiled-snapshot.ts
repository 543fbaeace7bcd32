import type { CompiledFlag } from '../flags/compiled-flag.ts'
import { type HashAhead, hashAhead } from '../hashing/hash.ts'
import { decideByKey, decideFound, flagsInOrder, keyListFinder } from './flags-by-key.ts'
import type { Snapshot } from './snapshot.ts'
import { lookupsOf } from './snapshot-lookup.ts'
import type { SnapshotParts } from './snapshot-parts.ts'

/** A snapshot that `replaceDefinitions` can update, and that `explain` can read. */
export interface CompiledSnapshot extends Snapshot {
  /** The internal data of the evaluation engine. */
  readonly parts: SnapshotParts
}

export function compiledSnapshot(version: number, parts: SnapshotParts): CompiledSnapshot {
  const { flags } = parts
  const lookups = lookupsOf(parts)
  // Created when all flags are first evaluated together: many snapshots are replaced before that.
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
    // If few flags are evaluated, the others of their groups are not needed.
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
