import type { Decision } from '../../evaluation/definition/decision.ts'
import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import type { Subject } from '../../evaluation/definition/subject.ts'
import type { ProjectSnapshot } from '../../runtime/snapshots/project-snapshot.ts'

/** Which flags a remote SDK wants to hear of; conditions that are missing let every flag through. */
export interface PublishedFlagsQuery {
  /** Only these. */
  readonly keys?: readonly string[] | undefined
  /** Only flags whose key begins like this. */
  readonly keyPrefix?: string | undefined
  /** Flags that name contexts are for SDKs that share one, and for those that name none. */
  readonly evaluationContexts?: readonly string[] | undefined
  /** Where the SDK runs; undefined when nobody can tell: then only flags without a restriction are for it. */
  readonly runtime?: 'all' | 'client' | 'server' | undefined
}

/**
 * Decides every enabled flag that is meant for the SDK that asks (SNAP-13). Disabled flags are left
 * out, as SDKs expect of a remote evaluation.
 */
export function evaluatePublishedFlags(
  snapshot: ProjectSnapshot,
  subject: Subject,
  query: PublishedFlagsQuery,
): readonly Decision[] {
  const asksForSome = query.keys || query.evaluationContexts?.length || query.keyPrefix
  const keys = asksForSome ? publishedKeys(snapshot, query) : allKeys(snapshot, query)
  // Dependencies on flags that this SDK may not see are off for it, as they are for SDKs that evaluate by themselves.
  return snapshot.evaluation.evaluateAll(subject, { keys, isHidden: (flag) => !isMeantFor(flag, query) })
}

function publishedKeys(snapshot: ProjectSnapshot, query: PublishedFlagsQuery): readonly string[] {
  // Of a million keys that no flag has, none is worth a place in the set.
  const wanted = query.keys && new Set(query.keys.filter((key) => snapshot.flag(key)))
  return snapshot.activeFlags
    .filter((flag) => (wanted?.has(flag.key) ?? true) && isMeantFor(flag, query))
    .map((flag) => flag.key)
}

type KeysByRuntime = Map<PublishedFlagsQuery['runtime'], readonly string[]>

const allKeysOf = new WeakMap<ProjectSnapshot, KeysByRuntime>()

/** The keys of all flags that run where the SDK does: the same list for all who ask for no more, frozen to be known by. */
function allKeys(snapshot: ProjectSnapshot, { runtime }: PublishedFlagsQuery): readonly string[] {
  // Bound: dies with the snapshot, and there are four runtimes
  const known = allKeysOf.get(snapshot) ?? new Map<PublishedFlagsQuery['runtime'], readonly string[]>()
  allKeysOf.set(snapshot, known)
  const keys = known.get(runtime) ?? Object.freeze(publishedKeys(snapshot, { runtime }))
  known.set(runtime, keys)
  return keys
}

/** Whether an SDK that asks like this may see a flag. */
export function isMeantFor(flag: FlagDefinition, query: PublishedFlagsQuery): boolean {
  const { runtime, evaluationContexts, keyPrefix = '' } = query
  if (!flag.key.startsWith(keyPrefix)) return false
  return runsIn(flag.evaluation_runtime, runtime) && sharesContext(flag.evaluation_contexts, evaluationContexts)
}

function runsIn(restriction: FlagDefinition['evaluation_runtime'], runtime: PublishedFlagsQuery['runtime']): boolean {
  return (restriction !== 'client' && restriction !== 'server') || runtime === 'all' || restriction === runtime
}

function sharesContext(contexts: readonly string[], asked: readonly string[] | undefined): boolean {
  if (contexts.length === 0 || asked === undefined || asked.length === 0) return true
  return asked.some((context) => contexts.includes(context))
}
