import * as z from 'zod'
import type { Project } from '../../data/records/project.ts'
import { MAX_STALE_DAYS } from '../../data/records/staleness.ts'
import { withoutUndefined } from '../../foundation/json/json-value.ts'
import { clip } from '../../foundation/validation/clip.ts'
import { nameField } from '../../foundation/validation/fields.ts'
import { fieldNames, withReadOnly } from '../../foundation/validation/read-only-fields.ts'
import { coded, noChoice } from '../../foundation/validation/violations-of.ts'

const timezone = z.string().refine(isTimeZone, {
  error: (issue) => noChoice(clip(issue.input)).detail,
  params: coded('invalid_choice'),
})

const days = z.int().min(1).max(MAX_STALE_DAYS).nullable().optional()

const staleness = z
  .object({
    notCalledDays: days.describe('Days without a call after which a flag that was called is stale; null: never.'),
    neverCalledDays: days.describe('Days after which a flag that nobody ever asked for is stale; null: never.'),
    rolledOutDays: days.describe('Days after which one that answers everybody the same is stale though it is called.'),
  })
  .transform(withoutUndefined)

const fields = {
  name: nameField().optional(),
  timezone: timezone.optional(),
  staleness: staleness.optional().describe('From when on flags that are on count as stale.'),
  eventsAddGroupTypes: z.boolean().optional().describe('Whether events of SDKs add the group types that they name.'),
}

const READ_ONLY = fieldNames<Omit<Project, keyof typeof fields>>({
  id: true,
  uuid: true,
  organizationId: true,
  apiToken: true,
  secretApiToken: true,
  groupTypes: true,
  propertyMatchingVersion: true,
  version: true,
  createdAt: true,
})

/** What a client may send to create a project. */
export const createProjectSchema = withReadOnly(z.object(fields), READ_ONLY)
/** What a client may send to change a project; missing fields stay unchanged. */
export const updateProjectSchema = withReadOnly(z.object(fields), READ_ONLY)

/** The fields of a new project. */
export type CreateProjectInput = Readonly<z.input<typeof createProjectSchema>>
/** The changes of the settings of a project. */
export type UpdateProjectInput = Readonly<z.input<typeof updateProjectSchema>>

/** Whether the runtime knows an IANA time zone by this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return !/^[+-]/.test(name)
  } catch {
    return false
  }
}
