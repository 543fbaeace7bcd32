import { userOf } from '../../data/records/actor.ts'
import { type NewDashboard, RESTRICTION_LEVELS } from '../../data/records/dashboard.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import type { ProjectContext } from '../../runtime/context.ts'

/** Returns a dashboard without contents that the caller creates now; `fields` replace the defaults. */
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
