/** The project's own part of the API. */
export const PROJECT = '/api/projects/@current/'
export const FLAGS = `${PROJECT}feature_flags/`
export const DASHBOARDS = `${PROJECT}dashboards/`
export const COHORTS = `${PROJECT}cohorts/`
export const INSIGHTS = `${PROJECT}insights/`
export const ROLES = '/api/organizations/@current/roles/'
