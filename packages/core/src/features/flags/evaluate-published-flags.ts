import type { Decision } from '../../evaluation/definition/decision.ts'
import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import type { Subject } from '../../evaluation/definition/subject.ts'
import type { ProjectSnapshot } from '../../runtime/snapshots/project-snapshot.ts'

/** The flags that a remote SDK requests; a missing condition excludes no flag. */
export interface PublishedFlagsQuery {
  /** Includes only these keys. */
  readonly keys?: readonly string[] | undefined
  /** Includes only flags whose key starts with this prefix. */
  readonly keyPrefix?: string | undefined
  /** A flag with contexts is included for SDKs that share one of them, and for SDKs without contexts. */
  readonly evaluationContexts?: readonly string[] | undefined
  /** Where the SDK runs; undefined when it is unknown, which includes only flags without a restriction. */
  readonly runtime?: 'all' | 'client' | 'server' | undefined
}

/**
 * Evaluates every enabled flag that is available to the SDK (SNAP-13). Disabled flags are omitted, as SDKs expect of
 * remote evaluation.
 */
export function evaluatePublishedFlags(
  snapshot: ProjectSnapshot,
  subject: Subject,
  query: PublishedFlagsQuery,
): readonly Decision[] {
  const asksForSome = query.keys || query.evaluationContexts?.length || query.keyPrefix
  const keys = asksForSome ? publishedKeys(snapshot, query) : allKeys(snapshot, query)
  // Flags that are hidden from this SDK count as off in dependencies, as they do in SDKs with local evaluation.
  return snapshot.evaluation.evaluateAll(subject, { keys, isHidden: (flag) => !isMeantFor(flag, query) })
}

function publishedKeys(snapshot: ProjectSnapshot, query: PublishedFlagsQuery): readonly string[] {
  // Clients can send a million unknown keys, so only existing ones are added to the set.
  const wanted = query.keys && new Set(query.keys.filter((key) => snapshot.flag(key)))
  return snapshot.activeFlags
    .filter((flag) => (wanted?.has(flag.key) ?? true) && isMeantFor(flag, query))
    .map((flag) => flag.key)
}

type KeysByRuntime = Map<PublishedFlagsQuery['runtime'], readonly string[]>

const allKeysOf = new WeakMap<ProjectSnapshot, KeysByRuntime>()

/**
 * Returns the keys of all flags for a runtime. The list is frozen and the same for all such queries, so that it can be
 * recognized.
 */
function allKeys(snapshot: ProjectSnapshot, { runtime }: PublishedFlagsQuery): readonly string[] {
  // Bound: dies with the snapshot, and there are four runtimes
  const known = allKeysOf.get(snapshot) ?? new Map<PublishedFlagsQuery['runtime'], readonly string[]>()
  allKeysOf.set(snapshot, known)
  const keys = known.get(runtime) ?? Object.freeze(publishedKeys(snapshot, { runtime }))
  known.set(runtime, keys)
  return keys
}

/** Whether a flag is available to an SDK with this query. */
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
