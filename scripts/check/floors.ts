/**
 * The floors of `core/src`, from the ground up: a file may import from its own floor and from those under it
 * (ARCHITECTURE.md).
 */
export const FLOORS: readonly string[] = ['foundation', 'evaluation', 'data', 'runtime', 'features', 'deck']

/** The same of every package that has floors, by the folder that they are in. */
export const FLOORS_OF: Readonly<Record<string, readonly string[]>> = {
  'packages/core/src': FLOORS,
  'packages/http/src': ['rest', 'api'],
}

/** Beside the floors: what supports tests. Nothing else imports from it. */
export const TESTING = 'testing'

/**
 * The features, and which others each may import from: always ones further down in this list. It is short on purpose:
 * what several of them need belongs one floor down.
 */
export const FEATURE_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  portability: ['dashboards', 'flags', 'persons', 'cohorts', 'identity', 'filters'],
  dashboards: ['usage', 'flags'],
  capture: ['usage', 'persons', 'identity'],
  usage: ['flags'],
  impact: ['flags', 'persons', 'cohorts', 'filters'],
  flags: ['persons', 'filters', 'activity'],
  persons: ['cohorts', 'identity', 'filters'],
  cohorts: ['filters'],
  identity: [],
  filters: [],
  activity: [],
}
