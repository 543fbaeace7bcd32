import { z } from 'zod'
import { authorize } from '../../access/authorize.ts'
import { authorizeMember } from '../../access/project-access.ts'
import type { ProjectContext } from '../../context.ts'
import type { JsonValue } from '../../json/json-value.ts'
import { parseInput } from '../../validation/parse-input.ts'
import { rule } from '../../validation/violations-of.ts'
import { writeStore } from '../../write-store.ts'
import { type DashboardDetails, describeDashboard } from '../dashboard-details.ts'
import { buildFromTemplate } from './build-from-template.ts'
import { checkTemplate } from './check-template.ts'

/** What a client may send to make a dashboard from JSON (dashboards-api.md section 2.7). */
export const createFromTemplateSchema = z.object({
  /** Checked by its own rules: their texts show the template. */
  template: z.unknown().refine((template) => template !== undefined, rule('required', 'This field is required.')),
})

export interface CreateFromTemplateInput {
  readonly template: JsonValue
}

/** Makes a dashboard from the JSON of a template; nothing of it is left when that fails (DASH-71). */
export async function createDashboardFromTemplate(
  ctx: ProjectContext,
  input: CreateFromTemplateInput,
): Promise<DashboardDetails> {
  authorize(ctx.actor, 'dashboard:write')
  const template = checkTemplate(parseInput(createFromTemplateSchema, input).template)
  return writeStore(ctx, async (tx) => {
    const access = await authorizeMember(tx, ctx)
    return describeDashboard(tx, ctx, await buildFromTemplate(tx, ctx, template, {}), {}, access)
  })
}
