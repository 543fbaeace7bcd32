import type { Subject } from '../../evaluation/definition/subject.ts'
import { ownProperty } from '../../foundation/json/own-property.ts'
import { distinctIdProblem } from '../../foundation/validation/distinct-id.ts'
import type { Context } from '../../runtime/context.ts'

/**
 * For how many flags a person is kept on an id, flags that are gone included. Whoever knows the public token can have
 * them stored, under any distinct id.
 */
const MAX_KEPT_FLAGS = 2000

/** Those of these flags that a person is kept on no id for yet, as many as there is room for. */
export function freshKeys({ hashKeyOverrides = {} }: Subject, flagKeys: readonly string[]): readonly string[] {
  const room = Math.max(0, MAX_KEPT_FLAGS - Object.keys(hashKeyOverrides).length)
  return flagKeys.filter((flagKey) => ownProperty(hashKeyOverrides, flagKey) === undefined).slice(0, room)
}

/**
 * The subject, kept for good on the id from before signing in, for those of these flags that it is kept on no other id
 * for (PERSON-12). What another request stored first stays.
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
