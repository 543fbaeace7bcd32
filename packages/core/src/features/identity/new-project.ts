import { type NewProject, TOKEN_PREFIXES } from '../../data/records/project.ts'
import { USUAL_STALENESS } from '../../data/records/staleness.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import type { Context } from '../../runtime/context.ts'

/** The default name of a project, as clients expect it. */
export const DEFAULT_PROJECT_NAME = 'Default project'

/** Returns a project with new tokens and default values. */
export function newProject(
  ctx: Pick<Context, 'ids' | 'clock'>,
  fields: Pick<NewProject, 'organizationId' | 'name'> & Partial<NewProject>,
): NewProject {
  return {
    uuid: ctx.ids.uuid(),
    apiToken: ctx.ids.secret(TOKEN_PREFIXES.apiToken),
    secretApiToken: ctx.ids.secret(TOKEN_PREFIXES.secretApiToken),
    timezone: 'UTC',
    groupTypes: [],
    eventsAddGroupTypes: false,
    staleness: USUAL_STALENESS,
    propertyMatchingVersion: 2,
    version: 1,
    createdAt: timestampOf(ctx.clock()),
    ...fields,
  }
}
