import type { Flag } from '../../data/records/flag.ts'
import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import { evaluatedFilters } from '../../evaluation/definition/evaluated-filters.ts'
import { sdkFilters } from './sdk-filters.ts'

/**
 * Whether evaluation and SDKs receive a flag: it must be live, and must not have encrypted payloads, which only a
 * personal key can read.
 */
export function isPublished(flag: Flag): boolean {
  return !flag.deleted && flag.hasEncryptedPayloads !== true
}

/** Returns the flag as it is in the definitions feed (SNAP-10). */
export function definitionOf(flag: Flag): FlagDefinition {
  return {
    id: flag.id,
    team_id: flag.projectId,
    name: flag.name,
    key: flag.key,
    filters: sdkFilters(evaluatedFilters(flag.filters)),
    deleted: flag.deleted,
    active: flag.active,
    ensure_experience_continuity: flag.ensureExperienceContinuity ?? false, // never null (SNAP-14)
    version: flag.version,
    evaluation_runtime: flag.evaluationRuntime,
    bucketing_identifier: flag.bucketingIdentifier,
    evaluation_contexts: flag.evaluationContexts,
    has_experiment: false,
    ...(flag.usageKey === null ? {} : { usage_key: flag.usageKey }),
    ...(flag.earlyAccess === null ? {} : { early_access: flag.earlyAccess }),
    ...(flag.isRemoteConfiguration === true ? { is_remote_configuration: true } : {}),
  }
}
