/** Paths in the API of a project. */
export const FLAGS = 'feature_flags/'
export const DASHBOARDS = 'dashboards/'
export const COHORTS = 'cohorts/'
export const INSIGHTS = 'insights/'
export const PERSONS = 'persons/'

export const ROLES = '/api/organizations/@current/roles/'
