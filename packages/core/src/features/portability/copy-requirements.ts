import type { OrganizationContext } from '../../runtime/context.ts'
import { type CopyFlagInput, copyFlag, dependencyKeys } from './copy-flag.ts'

/** The effects of a copy with `copyDependencies` on the flags that the copied flag depends on. */
export interface CopyRequirements {
  /** Whether such a copy would create flags, and would succeed in every project. */
  readonly canCopyDependencies: boolean
  /** The number of flags that the flag depends on, directly or indirectly. */
  readonly dependencyCount: number
  /** Keys of the flags that would be created in at least one project. */
  readonly copiedDependencyKeys: readonly string[]
  /** Keys of the flags that every project already has. */
  readonly reusedDependencyKeys: readonly string[]
  /** Reasons for which the copy to a project would fail. */
  readonly warnings: readonly string[]
  /** The result in a sentence. */
  readonly reason: string
}

/**
 * Determines with a dry run what copying a flag with its dependencies would do (FLAG-160).
 * @throws DomainError like {@link copyFlag}
 */
export async function copyRequirements(
  ctx: OrganizationContext,
  input: Pick<CopyFlagInput, 'featureFlagKey' | 'fromProject' | 'targetProjectIds'>,
): Promise<CopyRequirements> {
  const needed = await dependencyKeys(ctx, input)
  const nothing = { dependencyCount: needed.length, copiedDependencyKeys: [], reusedDependencyKeys: [], warnings: [] }
  if (needed.length === 0) {
    return { ...nothing, canCopyDependencies: false, reason: 'This flag does not depend on other flags.' }
  }
  const { changes, failed } = await copyFlag(ctx, { ...input, copyDependencies: true, dryRun: true })
  if (failed.length > 0) {
    const warnings = failed.map(({ projectId, message }) => `Project ${projectId}: ${message}`)
    return { ...nothing, canCopyDependencies: false, warnings, reason: warnings[0] ?? '' }
  }
  const copied = new Set(changes.flatMap(({ copiedDependencyKeys }) => copiedDependencyKeys))
  return {
    ...nothing,
    canCopyDependencies: copied.size > 0,
    copiedDependencyKeys: [...copied],
    reusedDependencyKeys: needed.filter((key) => !copied.has(key)),
    reason: copied.size > 0 ? sentenceOf(copied.size) : 'Each project already has the flags that this flag depends on.',
  }
}

function sentenceOf(count: number): string {
  return count === 1 ? '1 flag would also be copied.' : `${count} flags would also be copied.`
}
