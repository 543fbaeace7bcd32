/**
 * The layers of `core/src`, from the bottom: a file may import from its own layer and from those below it
 * (ARCHITECTURE.md).
 */
export const FLOORS: readonly string[] = ['foundation', 'evaluation', 'data', 'runtime', 'features', 'deck']

/** The layers of every package that has layers, by their folder. */
export const FLOORS_OF: Readonly<Record<string, readonly string[]>> = {
  'packages/core/src': FLOORS,
  'packages/http/src': ['rest', 'api'],
}

/** The folder that supports tests, outside the layers. Other code does not import from it. */
export const TESTING = 'testing'

/**
 * The features, with the features that each may import: always ones further down in this list. The list is short on
 * purpose: code that several features need belongs to the layer below.
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
