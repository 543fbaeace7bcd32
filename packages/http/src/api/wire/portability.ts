import type { ImportPlan, JsonObject } from '@flagdeck/core'
import * as z from 'zod'
import { refusingUnknownFields } from './unknown-fields.ts'

const kind = z.enum(['project', 'role', 'cohort', 'flag', 'dashboard', 'dashboard_template'])

const change = z.object({
  action: z.enum(['create', 'update', 'delete']),
  kind,
  name: z.string().describe('The key of a flag, the name of anything else.'),
  fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
})

/** The changes that an import makes, or would make (PORT-5). */
export const importPlanSchema = z
  .object({
    applied: z.boolean().describe('false: a dry run, after which everything is as it was'),
    changes: z.array(change),
    unchanged: z.int().min(0).describe('Things of the document that are as it says.'),
    kept: z.array(z.object({ kind, name: z.string() })).describe('What the document does not have.'),
    notes: z.array(z.string()),
  })
  .meta({ id: 'ImportPlan' })

export function importPlanBody(plan: ImportPlan, applied: boolean) {
  return { applied, ...plan }
}

/** A document to import. Core validates it, with errors that name the position in the document. */
export const importBody = refusingUnknownFields(
  z.object({
    document: z.unknown().meta({ type: 'object', description: 'What an export has answered, or written by hand.' }),
    prune: z.boolean().optional().describe('Deletes what the project has and the document does not.'),
    plan: z
      .looseObject({ changes: z.array(z.unknown()) })
      .optional()
      .describe('What a dry run has answered: when anything else would happen by now, the import is refused.')
      .transform((plan) => plan as unknown as (ImportPlan & JsonObject) | undefined), // compared, but not read
  }),
)
