import { jsonBytes, utf8Bytes } from '../../foundation/json/json-bytes.ts'
import type { JsonValue } from '../../foundation/json/json-value.ts'
import { structureBytes } from '../../foundation/json/structure-bytes.ts'
import type { Cohort } from './cohort.ts'
import type { Flag } from './flag.ts'

/** The numbers of live flags and of live cohorts of a project, and the size of all of them together. */
export interface LiveTotals {
  readonly flags: number
  readonly cohorts: number
  /**
   * The sum of {@link SIZED_FLAG_FIELDS} and {@link SIZED_COHORT_FIELDS} as stored: text and compact JSON in bytes of
   * UTF-8, plus the structure bytes of each flag and cohort.
   */
  readonly bytes: number
}

/** Fields of a flag whose length clients control. Every instance that evaluates a project loads them all. */
export const SIZED_FLAG_FIELDS = [
  'name',
  'filters',
  'rollbackConditions',
  'tags',
  'evaluationContexts',
  'payloadSchema',
  'earlyAccess',
] as const

/** Fields of a cohort whose length clients control. Every instance that evaluates a project loads them all. */
const SIZED_COHORT_FIELDS = ['name', 'description', 'properties'] as const

/** Fields with JSON that clients can nest. */
const NESTED_FLAG_FIELDS = ['filters', 'rollbackConditions', 'payloadSchema', 'earlyAccess'] as const
const NESTED_COHORT_FIELDS = ['properties'] as const

type SizedField = (typeof SIZED_FLAG_FIELDS)[number] | (typeof SIZED_COHORT_FIELDS)[number]

type SizedFlag = Pick<Flag, (typeof SIZED_FLAG_FIELDS)[number] | 'deleted'>
type SizedCohort = Pick<Cohort, (typeof SIZED_COHORT_FIELDS)[number] | 'deleted'>

/** Returns the increase of the totals when `after` is stored; `before` is undefined for a new flag. */
export function flagGrowth(before: SizedFlag | undefined, after: SizedFlag): LiveTotals {
  return { flags: rowGrowth(before, after), cohorts: 0, bytes: bytesGrowth(SIZED_FLAG_FIELDS, before, after) }
}

/** Returns the increase of the totals when `after` is stored; `before` is undefined for a new cohort. */
export function cohortGrowth(before: SizedCohort | undefined, after: SizedCohort): LiveTotals {
  return { flags: 0, cohorts: rowGrowth(before, after), bytes: bytesGrowth(SIZED_COHORT_FIELDS, before, after) }
}

/** Returns the contribution to the totals of a flag that is stored with these structure bytes. */
export function storedFlagTotals(flag: SizedFlag, structureBytes: number): LiveTotals {
  const bytes = flag.deleted ? 0 : storedBytes(SIZED_FLAG_FIELDS, flag) + structureBytes
  return { flags: rowGrowth(undefined, flag), cohorts: 0, bytes }
}

/** Returns the contribution to the totals of a cohort that is stored with these structure bytes. */
export function storedCohortTotals(cohort: SizedCohort, structureBytes: number): LiveTotals {
  const bytes = cohort.deleted ? 0 : storedBytes(SIZED_COHORT_FIELDS, cohort) + structureBytes
  return { flags: 0, cohorts: rowGrowth(undefined, cohort), bytes }
}

export function addTotals(a: LiveTotals, b: LiveTotals): LiveTotals {
  return { flags: a.flags + b.flags, cohorts: a.cohorts + b.cohorts, bytes: a.bytes + b.bytes }
}

/** Returns the bytes that the objects and lists of a flag add to those of its JSON (FLAG-124). */
export function flagStructureBytes(flag: Pick<Flag, (typeof NESTED_FLAG_FIELDS)[number]>): number {
  return NESTED_FLAG_FIELDS.reduce((sum, field) => sum + structureBytes(flag[field]), 0)
}

/** Returns the bytes that the objects and lists of a cohort add to those of its JSON (COHORT-33). */
export function cohortStructureBytes(cohort: Pick<Cohort, (typeof NESTED_COHORT_FIELDS)[number]>): number {
  return NESTED_COHORT_FIELDS.reduce((sum, field) => sum + structureBytes(cohort[field]), 0)
}

interface Deletable {
  readonly deleted: boolean
}

function rowGrowth(before: Deletable | undefined, after: Deletable): number {
  return Number(!after.deleted) - Number(before?.deleted === false)
}

function bytesGrowth<Field extends SizedField, Row extends Deletable & Readonly<Record<Field, JsonValue | object>>>(
  fields: readonly Field[],
  before: Row | undefined,
  after: Row,
): number {
  const isStillLive = before?.deleted === false && !after.deleted
  const sizeOf = (row: Row | undefined, field: Field) => (row?.deleted === false ? fieldBytes(field, row[field]) : 0)
  // Measuring takes time, so unchanged fields are skipped.
  const changed = isStillLive ? fields.filter((field) => before[field] !== after[field]) : fields
  return changed.reduce((sum, field) => sum + sizeOf(after, field) - sizeOf(before, field), 0)
}

function storedBytes<Field extends SizedField>(
  fields: readonly Field[],
  row: Readonly<Record<Field, JsonValue | object>>,
): number {
  return fields.reduce((sum, field) => sum + textBytes(field, row[field]), 0)
}

const NESTED_FIELDS: ReadonlySet<SizedField> = new Set([...NESTED_FLAG_FIELDS, ...NESTED_COHORT_FIELDS])

function fieldBytes(field: SizedField, value: JsonValue | object): number {
  return textBytes(field, value) + (NESTED_FIELDS.has(field) ? structureBytes(value) : 0)
}

function textBytes(field: SizedField, value: JsonValue | object): number {
  const isText = (field === 'name' || field === 'description') && typeof value === 'string'
  return isText ? utf8Bytes(value) : jsonBytes(value)
}
