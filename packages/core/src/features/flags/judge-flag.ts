import type { Flag, NewFlag } from '../../data/records/flag.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { referencedCohorts } from '../../evaluation/definition/flag-references.ts'
import { jsonBytes } from '../../foundation/json/json-bytes.ts'
import { jsonEquals } from '../../foundation/json/json-value.ts'
import { yieldToOthers } from '../../foundation/time/yield.ts'
import { doesNotExist, type Violation, violation } from '../../foundation/validation/violation.ts'
import { typeName } from '../../foundation/validation/violations-of.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { notUnique } from '../../runtime/unique-rules.ts'
import { filterSizeViolations } from '../filters/filter-size.ts'
import { filterWarnings } from '../filters/filter-warnings.ts'
import { isChangedPart, type Judgement, judgeFilters } from '../filters/judge-filters.ts'
import { storedPatterns } from '../filters/property-rules.ts'
import { unknownCohorts } from '../filters/unknown-cohorts.ts'
import {
  chainViolations,
  dependencyViolations,
  dependentViolations,
  disabledDependencyViolations,
  goneDependencyViolations,
} from './flag-dependencies.ts'
import { inFieldOrder } from './flag-input.ts'
import { flagViolations } from './flag-rules.ts'
import { payloadSchemaViolations } from './payload-schema/payload-schema-violations.ts'

/** Filters of this size take some milliseconds to validate. */
const LARGE_FILTERS_BYTES = 128 * 1024

/**
 * Validates a flag against the rules and against other stored data. `before` is the stored flag, undefined while the
 * flag is being created. Unchanged violations do not reject the write and become warnings (FLAG-29), like the warnings
 * about filters. `holders` are all flags with its key, for callers that have already loaded them.
 */
export async function judgeFlag(
  tx: ReadTransaction,
  ctx: ProjectContext,
  next: NewFlag | Flag,
  before?: Flag,
  holders?: Promise<readonly Flag[]>,
): Promise<Judgement> {
  // Each pass over large filters runs in a separate event-loop tick (OUT-13).
  const isLarge = jsonBytes(next.filters) > LARGE_FILTERS_BYTES
  if (isLarge) await yieldToOthers()
  const filters = judgedFilters(ctx, next, before)
  const whole = judgedWhole(next, before, ctx.payloadCipher !== null)
  // Queried concurrently: the longer this change waits, the longer other changes of the project wait.
  const [key, references, dashboards, payloads, switches] = await Promise.all([
    keyViolations(tx, next, before, holders),
    referenceViolations(tx, ctx, next, before),
    dashboardViolations(tx, next, before),
    payloadSchemaViolations(ctx, next, before),
    before ? switchViolations(tx, ctx, next, before) : [],
  ])
  if (isLarge) await yieldToOthers()
  const refused = inFieldOrder([
    ...key,
    ...filters.refused,
    ...references,
    ...rollbackViolations(next, before),
    ...dashboards,
    ...payloads,
    ...whole.refused,
    ...switches,
  ])
  return {
    refused,
    warnings: inFieldOrder([...filters.warnings, ...whole.warnings, ...filterWarnings(next.filters, next.key)]),
  }
}

async function keyViolations(
  tx: ReadTransaction,
  next: NewFlag | Flag,
  before?: Flag,
  holders?: Promise<readonly Flag[]>,
): Promise<Violation[]> {
  if (next.deleted || (before && !before.deleted && before.key === next.key)) return []
  const holder = holders
    ? (await holders).find((flag) => !flag.deleted)
    : await tx.flags.findLiveByKey(next.projectId, next.key)
  return holder && holder.id !== before?.id ? [notUnique('flags_live_key')] : []
}

/** Validates filters. Stored filters that are too large can still be made smaller. */
function judgedFilters({ limits }: ProjectContext, next: NewFlag, before?: Flag): Judgement {
  const known = before ? storedPatterns(before.filters) : new Set<string>()
  const { refused, warnings } = judgeFilters(next.filters, before, known)
  const tooLarge = filterSizeViolations(next.filters, limits.maxFiltersBytes)
  return before && !isLarger(next, before)
    ? { refused, warnings: [...tooLarge, ...warnings] }
    : { refused: [...tooLarge, ...refused], warnings }
}

function isLarger(next: NewFlag, before: Flag): boolean {
  if (next.filters === before.filters) return false
  return jsonBytes(next.filters) > jsonBytes(before.filters)
}

/** Checks the rules about the flag as a whole. Changed payloads must be storable. */
function judgedWhole(next: NewFlag, before: Flag | undefined, canEncrypt: boolean): Judgement {
  const wrong = flagViolations(next, before, canEncrypt)
  const isKept = before && !isChangedPart(next.filters, before.filters, 'payloads')
  const known = isKept && wrong.length > 0 ? flagViolations(before, before, canEncrypt) : []
  const isOld = ({ detail }: Violation) => known.some((each) => each.detail === detail)
  return { refused: wrong.filter((each) => !isOld(each)), warnings: wrong.filter(isOld) }
}

/** Checks that the dependencies of a flag exist when they are added, and when the flag is restored or enabled. */
async function referenceViolations(
  tx: ReadTransaction,
  ctx: ProjectContext,
  next: NewFlag | Flag,
  before?: Flag,
): Promise<Violation[]> {
  if (before && !isChangedPart(next.filters, before.filters, 'groups')) return returnViolations(tx, ctx, next, before)
  const [cohorts, dependencies] = await Promise.all([
    unknownCohorts(tx, next.projectId, referencedCohorts(next.filters)),
    dependencyViolations(tx, ctx, next),
  ])
  return [...cohorts, ...dependencies]
}

/** Rollback conditions are an object or a list. Flags from before this rule can have other JSON (FLAG-19). */
function rollbackViolations({ rollbackConditions: sent }: NewFlag, before?: Flag): Violation[] {
  if (typeof sent === 'object' || (before && jsonEquals(before.rollbackConditions, sent))) return []
  const detail = `Expected a dictionary or a list of items but got type "${typeName(sent)}".`
  return [violation('rollbackConditions', 'invalid_input', detail)]
}

/** Checks the dependencies of a restored or enabled flag, because they may have been deleted in the meantime. */
async function returnViolations(
  tx: ReadTransaction,
  ctx: ProjectContext,
  next: NewFlag | Flag,
  before: Flag,
): Promise<Violation[]> {
  const isRestored = before.deleted && !next.deleted
  const isEnabled = next.active && !before.active
  const cohorts = isRestored ? await unknownCohorts(tx, next.projectId, referencedCohorts(next.filters)) : []
  // Disabled dependencies are reported by switchViolations when the flag is enabled.
  if (isEnabled) return [...cohorts, ...(await goneDependencyViolations(tx, ctx, next))]
  if (!isRestored) return []
  return [...cohorts, ...(await (next.active ? dependencyViolations : chainViolations)(tx, ctx, next))]
}

/** Linked dashboards must be live, and belong to the same project. */
async function dashboardViolations(tx: ReadTransaction, next: NewFlag, before?: Flag): Promise<Violation[]> {
  const added = next.analyticsDashboardIds.filter((id) => !before?.analyticsDashboardIds.includes(id))
  if (added.length === 0) return []
  const found = await tx.dashboards.findMany(next.projectId, added)
  const live = new Set(found.filter((dashboard) => !dashboard.deleted).map(({ id }) => id))
  const unknown = added.find((id) => !live.has(id))
  if (unknown === undefined) return []
  return [doesNotExist('analyticsDashboardIds', unknown)]
}

/**
 * Checks that no enabled flag depends on a flag that is deleted or disabled, and that the dependencies of a flag that
 * is enabled are enabled.
 */
async function switchViolations(
  tx: ReadTransaction,
  ctx: ProjectContext,
  next: NewFlag,
  before: Flag,
): Promise<Violation[]> {
  if (next.deleted && !before.deleted) return dependentViolations(tx, ctx, before, 'delete')
  if (!next.active && before.active) return dependentViolations(tx, ctx, before, 'disable')
  return next.active && !before.active ? disabledDependencyViolations(tx, next) : []
}
