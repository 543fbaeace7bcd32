import { userOf } from '../../data/records/actor.ts'
import { type NewDashboard, RESTRICTION_LEVELS } from '../../data/records/dashboard.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import type { ProjectContext } from '../../runtime/context.ts'

/** A dashboard with nothing on it, made now by the caller; `fields` are laid over what dashboards have by default. */
export function newDashboard(ctx: ProjectContext, fields: Partial<NewDashboard>): NewDashboard {
  return {
    name: null,
    description: '',
    pinned: false,
    deleted: false,
    creationMode: 'default',
    filters: {},
    variables: {},
    breakdownColors: [],
    dataColorThemeId: null,
    quickFilterIds: [],
    tags: [],
    restrictionLevel: RESTRICTION_LEVELS.everyoneCanEdit,
    ...fields,
    projectId: ctx.project.id,
    createdBy: userOf(ctx.actor),
    createdAt: timestampOf(ctx.clock()),
    lastAccessedAt: null,
    version: 1,
  }
}
