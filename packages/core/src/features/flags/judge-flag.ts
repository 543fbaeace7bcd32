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
 * Holds a flag against the rules, and against what else is stored. `before` is the flag as it is stored, undefined
 * while it is being created; what did not change is not held against the client, but told (FLAG-29), and so is what
 * filters are warned of. `holders` are all flags that have its key, for whoever has asked for them already.
 */
export async function judgeFlag(
  tx: ReadTransaction,
  ctx: ProjectContext,
  next: NewFlag | Flag,
  before?: Flag,
  holders?: Promise<readonly Flag[]>,
): Promise<Judgement> {
  // Each pass over large filters gets an event-loop tick of its own (OUT-13).
  const isLarge = jsonBytes(next.filters) > LARGE_FILTERS_BYTES
  if (isLarge) await yieldToOthers()
  const filters = judgedFilters(ctx, next, before)
  const whole = judgedWhole(next, before, ctx.payloadCipher !== null)
  // Asked for at once: as long as a change of the project waits, so do all others.
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

/** Filters that are too large may still be made smaller. */
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

/** The rules about the flag as a whole; payloads that change have to be such as can be kept. */
function judgedWhole(next: NewFlag, before: Flag | undefined, canEncrypt: boolean): Judgement {
  const wrong = flagViolations(next, before, canEncrypt)
  const isKept = before && !isChangedPart(next.filters, before.filters, 'payloads')
  const known = isKept && wrong.length > 0 ? flagViolations(before, before, canEncrypt) : []
  const isOld = ({ detail }: Violation) => known.some((each) => each.detail === detail)
  return { refused: wrong.filter((each) => !isOld(each)), warnings: wrong.filter(isOld) }
}

/** What a flag looks at has to be there when it begins to look, and when it comes back. */
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

/** Rollback conditions are an object or a list; other JSON may be stored from before that was a rule (FLAG-19). */
function rollbackViolations({ rollbackConditions: sent }: NewFlag, before?: Flag): Violation[] {
  if (typeof sent === 'object' || (before && jsonEquals(before.rollbackConditions, sent))) return []
  const detail = `Expected a dictionary or a list of items but got type "${typeName(sent)}".`
  return [violation('rollbackConditions', 'invalid_input', detail)]
}

/** What a flag looks at may have gone while it was deleted or disabled. */
async function returnViolations(
  tx: ReadTransaction,
  ctx: ProjectContext,
  next: NewFlag | Flag,
  before: Flag,
): Promise<Violation[]> {
  const isRestored = before.deleted && !next.deleted
  const isEnabled = next.active && !before.active
  const cohorts = isRestored ? await unknownCohorts(tx, next.projectId, referencedCohorts(next.filters)) : []
  // Of disabled ones switchViolations tells who enables a flag.
  if (isEnabled) return [...cohorts, ...(await goneDependencyViolations(tx, ctx, next))]
  if (!isRestored) return []
  return [...cohorts, ...(await (next.active ? dependencyViolations : chainViolations)(tx, ctx, next))]
}

/** Dashboards that are linked have to be live, and of the same project. */
async function dashboardViolations(tx: ReadTransaction, next: NewFlag, before?: Flag): Promise<Violation[]> {
  const added = next.analyticsDashboardIds.filter((id) => !before?.analyticsDashboardIds.includes(id))
  if (added.length === 0) return []
  const found = await tx.dashboards.findMany(next.projectId, added)
  const live = new Set(found.filter((dashboard) => !dashboard.deleted).map(({ id }) => id))
  const unknown = added.find((id) => !live.has(id))
  if (unknown === undefined) return []
  return [doesNotExist('analyticsDashboardIds', unknown)]
}

/** What turning a flag off, on, or deleting it would do to flags that look at it or that it looks at. */
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
