import type { Context } from '../context.ts'
import { ownProperty } from '../evaluation/own-property.ts'
import type { Subject } from '../evaluation/subject.ts'
import { distinctIdProblem } from './distinct-id.ts'

/**
 * The subject, kept for good on the id from before signing in, for those of these flags that it is kept on no other id
 * for (evaluation.md 1.2). What another request stored first stays.
 */
export async function keepAnswers(
  { store }: Pick<Context, 'store'>,
  projectId: number,
  subject: Subject,
  flagKeys: readonly string[],
): Promise<Subject> {
  const { distinctId, anonDistinctId: hashKey = distinctId, hashKeyOverrides: known } = subject
  const fresh = flagKeys.filter((flagKey) => ownProperty(known, flagKey) === undefined)
  if (fresh.length === 0 || hashKey === distinctId || distinctIdProblem(hashKey)) return subject
  const overrides = fresh.map((flagKey) => ({ flagKey, hashKey }))
  const stored = await store.write(async (tx) => {
    await tx.hashKeyOverrides.add(projectId, distinctId, overrides)
    return tx.hashKeyOverrides.list(projectId, distinctId)
  })
  return { ...subject, hashKeyOverrides: Object.fromEntries(stored.map((each) => [each.flagKey, each.hashKey])) }
}
