import { z } from 'zod'
import { textField } from '../validation/fields.ts'
import { rule } from '../validation/violations-of.ts'

/** Group types that a project may have; filters name them by index. */
export const MAX_GROUP_TYPES = 5

const name = textField()
  .max(200)
  .transform((text) => text.trim())
  .refine((text) => text !== '', rule('blank', 'This field may not be blank.'))

const timezone = z.string().refine(isTimeZone, {
  error: (issue) => `"${String(issue.input).slice(0, 100)}" is not a valid choice.`,
  params: { code: 'invalid_choice' },
})

/** What a client may send to create a project. */
export const createProjectSchema = z.object({
  name: name.optional(),
  timezone: timezone.optional(),
})

export const updateProjectSchema = createProjectSchema

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
