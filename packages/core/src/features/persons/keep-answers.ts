import type { Subject } from '../../evaluation/definition/subject.ts'
import { ownProperty } from '../../foundation/json/own-property.ts'
import { distinctIdProblem } from '../../foundation/validation/distinct-id.ts'
import type { Context } from '../../runtime/context.ts'

/**
 * The maximum number of flags for which a person has a stored id, including deleted flags. Anyone with the public token
 * can have ids stored, under any distinct id.
 */
const MAX_KEPT_FLAGS = 2000

/** Returns those of these flags for which the person has no stored id, up to the limit. */
export function freshKeys({ hashKeyOverrides = {} }: Subject, flagKeys: readonly string[]): readonly string[] {
  const room = Math.max(0, MAX_KEPT_FLAGS - Object.keys(hashKeyOverrides).length)
  return flagKeys.filter((flagKey) => ownProperty(hashKeyOverrides, flagKey) === undefined).slice(0, room)
}

/**
 * Stores the id from before signing in for those of these flags that have no stored id, permanently (PERSON-12).
 * Returns the subject with the stored ids. If a concurrent request stored an id first, that id stays.
 */
export async function keepAnswers(
  { store }: Pick<Context, 'store'>,
  projectId: number,
  subject: Subject,
  flagKeys: readonly string[],
): Promise<Subject> {
  const { distinctId, anonDistinctId: hashKey = distinctId } = subject
  const fresh = freshKeys(subject, flagKeys)
  if (fresh.length === 0 || hashKey === distinctId || distinctIdProblem(hashKey)) return subject
  const overrides = fresh.map((flagKey) => ({ flagKey, hashKey }))
  const stored = await store.write(async (tx) => {
    await tx.hashKeyOverrides.add(projectId, distinctId, overrides)
    return tx.hashKeyOverrides.list(projectId, distinctId)
  })
  return { ...subject, hashKeyOverrides: Object.fromEntries(stored.map((each) => [each.flagKey, each.hashKey])) }
}
