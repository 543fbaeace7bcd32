import type { FieldChange, VersionSummary } from '@flagdeck/core'
import { formatTimestamp, type RecordVersion } from '@flagdeck/core/operations'
import { z } from 'zod'
import { wholeVersion } from '../../rest/path-id.ts'
import { activityUser, activityUserSchema, activityVerb, fieldChangeBody, fieldChangeSchema } from './activity.ts'
import { dateTime, timeOrNull } from './user.ts'

/** Who made a version, when, and what it changed (HIST-4). */
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

/** What differs between two versions (HIST-6). */
export const differenceSchema = z.object({ changes: z.array(fieldChangeSchema) }).meta({ id: 'VersionDifference' })

export function differenceBody(changes: readonly FieldChange[]) {
  return { changes: changes.map(fieldChangeBody) }
}

/** What is told of a version besides what the thing was. */
export const historicalFields = {
  version: z.int(),
  is_historical: z.boolean().describe('whether there is a newer version'),
  version_timestamp: dateTime().nullable().describe('when it was made; null: before the history begins'),
  modified_by: activityUserSchema.nullable().describe('who made it; null: before the history begins'),
}

type Historical = Pick<RecordVersion, 'version' | 'madeBy' | 'madeAt'> & { readonly isHistorical: boolean }

export function historicalBody({ version, isHistorical, madeBy, madeAt }: Historical) {
  return {
    version,
    is_historical: isHistorical,
    version_timestamp: timeOrNull(madeAt),
    modified_by: madeBy === undefined ? null : activityUser(madeBy),
  }
}
