import type { FieldChange, VersionSummary } from '@flagdeck/core'
import { formatTimestamp, type HistoricalVersion, type RecordField } from '@flagdeck/core/operations'
import * as z from 'zod'
import { wholeVersion } from '../../rest/path-id.ts'
import { activityUser, activityUserSchema, activityVerb, fieldChangeBody, fieldChangeSchema } from './activity.ts'
import { dateTime, timeOrNull } from './user.ts'

/** A version's author, time and changed fields (HIST-4). */
export const versionSummarySchema = z
  .object({
    version: z.int(),
    activity: activityVerb,
    user: activityUserSchema,
    fields: z.array(z.string()).describe('names of what changed'),
    trigger: z.unknown().describe('what had it made: which version was restored, say'),
    created_at: dateTime(),
  })
  .meta({ id: 'VersionSummary' })

export function versionSummaryBody({ version, verb, user, fields, trigger, createdAt }: VersionSummary) {
  return {
    version,
    activity: verb,
    user: activityUser(user),
    fields: fields.map((field) => fieldChangeBody({ field }).field),
    trigger,
    created_at: formatTimestamp(createdAt),
  }
}

export const differenceQuery = z.object({
  to: wholeVersion().optional().describe('the version to compare with; the newest when missing'),
})

/** The differences between two versions (HIST-6). */
export const differenceSchema = z.object({ changes: z.array(fieldChangeSchema) }).meta({ id: 'VersionDifference' })

export function differenceBody(changes: readonly FieldChange[]) {
  return { changes: changes.map(fieldChangeBody) }
}

/** Some fields of a record, with their names in responses. */
type Shown<Row, Fields extends Readonly<Record<string, RecordField>>, Name extends string> = {
  readonly [Field in keyof Fields & keyof Row as Extract<Fields[Field]['wire'], Name>]: Row[Field]
}

/** The fields of a stored version that a response contains, in the order of `names`. */
export function keptBody<Row extends object, Fields extends Readonly<Record<string, RecordField>>, Name extends string>(
  fields: Fields,
  names: Readonly<Record<Name, true>>,
  row: Row,
): Shown<Row, Fields, Name> {
  const values = new Map(Object.entries(fields).map(([field, { wire }]) => [wire, row[field as keyof Row]]))
  return Object.fromEntries(Object.keys(names).map((name) => [name, values.get(name)])) as Shown<Row, Fields, Name> // only these
}

/** The fields of a version in addition to those of the record. */
export function historicalFields(record: 'flag' | 'cohort' | 'dashboard') {
  return {
    created_at: dateTime(),
    created_by: z.int().nullable().describe(`the id of who made the ${record}`),
    version: z.int(),
    is_historical: z.boolean().describe('whether there is a newer version'),
    version_timestamp: dateTime().nullable().describe('when it was made; null: before the history begins'),
    modified_by: activityUserSchema.nullable().describe('who made it; null: before the history begins'),
  }
}

export function historicalBody({ createdAt, createdBy, version, isHistorical, madeBy, madeAt }: HistoricalVersion) {
  return {
    created_at: formatTimestamp(createdAt),
    created_by: createdBy?.id ?? null,
    version,
    is_historical: isHistorical,
    version_timestamp: timeOrNull(madeAt),
    modified_by: madeBy === undefined ? null : activityUser(madeBy),
  }
}
