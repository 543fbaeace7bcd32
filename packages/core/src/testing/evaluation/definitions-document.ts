import type { DefinitionsDocument, FlagDefinition } from '../../evaluation/definition/definitions.ts'
import type { ConditionSet, FlagFilters, PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import type { EvaluatedOperator } from '../../evaluation/definition/operator.ts'
import type { JsonValue } from '../../foundation/json/json-value.ts'

/** Returns the definition of a live flag for tests: on for all users, unless its filters restrict it. */
export function flagDefinition(overrides: Partial<FlagDefinition> = {}): FlagDefinition {
  return {
    id: 1,
    team_id: 1,
    key: 'flag',
    name: '',
    filters: { groups: [{ rollout_percentage: 100 }] },
    active: true,
    deleted: false,
    ensure_experience_continuity: false,
    version: 1,
    evaluation_runtime: 'all',
    evaluation_contexts: [],
    bucketing_identifier: null,
    has_experiment: false,
    ...overrides,
  }
}

/** Returns a flag with these condition sets and additional filter fields. */
export function flagWith(groups: readonly ConditionSet[], rest: Partial<FlagFilters> = {}): FlagDefinition {
  return flagDefinition({ filters: { groups, ...rest } })
}

export function personFilter(key: string, operator: EvaluatedOperator, value?: JsonValue): PropertyFilter {
  // Stored definitions may contain operators that can no longer be written and are missing from the type.
  return { key, type: 'person', operator, value } as PropertyFilter
}

/** Returns a complete definitions document for tests: these flags, two group types, and no cohorts. */
export function definitionsDocument(
  flags: readonly FlagDefinition[],
  settings: Partial<DefinitionsDocument> = {},
): DefinitionsDocument {
  return {
    flags,
    group_type_mapping: { '0': 'organization', '1': 'company' },
    cohorts: {},
    minimal_flag_called_events: false,
    property_matching_version: 2,
    timezone: 'UTC',
    ...settings,
  }
}
