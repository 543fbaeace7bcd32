import { z } from 'zod'
import { clip } from '../../foundation/validation/clip.ts'
import { nameField } from '../../foundation/validation/fields.ts'
import { coded, noChoice } from '../../foundation/validation/violations-of.ts'

const timezone = z.string().refine(isTimeZone, {
  error: (issue) => noChoice(clip(issue.input)).detail,
  params: coded('invalid_choice'),
})

const fields = {
  name: nameField().optional(),
  timezone: timezone.optional(),
  eventsAddGroupTypes: z.boolean().optional().describe('Whether events of SDKs add the group types that they name.'),
}

/** What a client may send to create a project. */
export const createProjectSchema = z.object(fields)
/** What a client may send to change a project; what is missing stays as it is. */
export const updateProjectSchema = z.object(fields)

export type CreateProjectInput = Readonly<z.input<typeof createProjectSchema>>
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
