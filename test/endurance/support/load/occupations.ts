import type { Occupation } from './activity.ts'
import { countPersons, editCohorts } from './edit-cohorts.ts'
import { editDashboards, makeDashboards, moveTiles, placeInsights } from './edit-dashboards.ts'
import { editAccess, editFlags, makeFlags } from './edit-flags.ts'
import { editRoles } from './edit-roles.ts'
import { evaluateFlags, pollDefinitions } from './evaluate-flags.ts'
import { exportProject, lookAround } from './look-around.ts'
import { openStreams } from './open-streams.ts'
import { repeatRequests } from './repeat-requests.ts'
import { reportCalls } from './report-calls.ts'
import type { SharedThings } from './shared-things.ts'

/**
 * Returns all activities in a project, at a rate that leaves CPU time on two cores: requests that always wait prove
 * nothing.
 */
export function occupations(shared: SharedThings, databaseUrl: string): readonly Occupation[] {
  return [
    { activity: evaluateFlags, clients: 2, pauseMs: 200 },
    { activity: pollDefinitions, clients: 1, pauseMs: 200 },
    { activity: openStreams, clients: 3, pauseMs: 300 },
    { activity: makeFlags, clients: 1, pauseMs: 600 },
    { activity: editFlags(shared), clients: 2, pauseMs: 600 },
    { activity: editAccess(shared), clients: 2, pauseMs: 400 },
    { activity: editRoles(shared), clients: 1, pauseMs: 1000 },
    { activity: makeDashboards(shared), clients: 1, pauseMs: 800 },
    { activity: editDashboards(shared), clients: 1, pauseMs: 800 },
    { activity: moveTiles(shared), clients: 2, pauseMs: 400 },
    { activity: placeInsights(shared), clients: 2, pauseMs: 600 },
    { activity: editCohorts(shared), clients: 1, pauseMs: 800 },
    { activity: countPersons, clients: 1, pauseMs: 500 },
    { activity: reportCalls, clients: 1, pauseMs: 200 },
    { activity: repeatRequests, clients: 1, pauseMs: 1500 },
    { activity: lookAround(shared), clients: 1, pauseMs: 1000 },
    { activity: exportProject(databaseUrl), clients: 1, pauseMs: 40_000 },
  ]
}
