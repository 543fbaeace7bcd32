import type { OrganizationContext } from '../../runtime/context.ts'
import { type CopyFlagInput, copyFlag, dependencyKeys } from './copy-flag.ts'

/** What a copy with `copyDependencies` would do about the flags that the copied flag depends on. */
export interface CopyRequirements {
  /** Whether such a copy would create flags, and would succeed in every project. */
  readonly canCopyDependencies: boolean
  /** How many flags the flag depends on, directly or over others. */
  readonly dependencyCount: number
  /** Those that at least one project would get. */
  readonly copiedDependencyKeys: readonly string[]
  /** Those that every project has already. */
  readonly reusedDependencyKeys: readonly string[]
  /** Why the copy would not succeed in a project. */
  readonly warnings: readonly string[]
  /** The result in a sentence. */
  readonly reason: string
}

/**
 * Finds out by a dry run what copying a flag with its dependencies would do (FLAG-160).
 * @throws DomainError as {@link copyFlag} does
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
