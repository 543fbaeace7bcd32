import type { JsonObject, JsonValue } from '@flagdeck/core'
import { expect } from 'vitest'
import { call, type ServerProcess } from '../support/server-process.ts'

/** A filter of each operator on the property `value`, which hostile requests set. */
const FILTERS: Readonly<Record<string, JsonValue>> = {
  exact: ['pro', 'team', '7'],
  is_not: ['pro', 'team'],
  icontains: 'Pro',
  not_icontains: 'Pro',
  icontains_multi: ['pro', 'team'],
  not_icontains_multi: ['pro', 'team'],
  regex: '^(a|b)+c$',
  not_regex: '(\\w+\\s?)+$',
  gt: '5',
  gte: '5.5',
  lt: '5',
  lte: '5.5',
  is_set: 'is_set',
  is_not_set: 'is_not_set',
  is_date_exact: '2024-01-01',
  is_date_before: '2024-01-01',
  is_date_after: '-30d',
  semver_eq: '1.2.3',
  semver_neq: '1.2.3',
  semver_gt: '1.2.3-alpha.1',
  semver_gte: '1.2.3',
  semver_lt: '1.2.3',
  semver_lte: '1.2.3',
  semver_tilde: '1.2.3',
  semver_caret: '1.2.3',
  semver_wildcard: '1.2.*',
}

const FLAGS_IN_PROJECT = 100

/** Names and ids for requests to a project that has a flag for each operator, each bucketing and groups. */
export interface HostileProject {
  readonly token: string
  readonly personalApiKey: string
  /** The id of a flag that can be tried on a user. */
  readonly flagId: number
}

export async function fillHostileProject(server: ServerProcess): Promise<HostileProject> {
  const { personalApiKey = '', projectToken: token = '' } = server
  const project = `${server.url}/api/projects/@current/`
  const create = async (path: string, body: JsonValue) => {
    const created = await call(`${project}${path}`, personalApiKey, 'POST', body)
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    return Number(created.body.id)
  }
  await create('groups_types/', { group_type: 'company' })
  const cohort = await create('cohorts/', { name: 'many', filters: cohortFilters() })
  let flagId = 0
  for (let n = 0; n < FLAGS_IN_PROJECT; n++) flagId = await create('feature_flags/', flag(n, cohort))
  return { token, personalApiKey, flagId }
}

function cohortFilters(): JsonValue {
  const values = Object.keys(FILTERS).map((operator) => personFilter(operator))
  return { properties: { type: 'OR', values: [{ type: 'OR', values }] } }
}

function personFilter(operator: string): JsonObject {
  return { key: 'value', type: 'person', operator, value: FILTERS[operator] ?? null }
}

function flag(n: number, cohort: number): JsonObject {
  const operators = Object.keys(FILTERS)
  const operator = operators[n % operators.length] ?? ''
  const base = { key: `flag-${n}`, ...bucketing(n) }
  if (n % 10 === 9) return { ...base, filters: { aggregation_group_type_index: 0, groups: [groupCondition(operator)] } }
  const property = n % 10 === 8 ? { key: 'id', type: 'cohort', operator: 'in', value: cohort } : personFilter(operator)
  const variants = [variant('control'), variant('test')]
  return {
    ...base,
    filters: { groups: [{ properties: [property], rollout_percentage: 50 }], multivariate: { variants } },
  }
}

function bucketing(n: number): JsonObject {
  if (n % 10 === 7) return { bucketing_identifier: 'device_id' }
  return n % 10 === 6 ? { ensure_experience_continuity: true } : {}
}

function groupCondition(operator: string): JsonObject {
  const property = { ...personFilter(operator), type: 'group', group_type_index: 0 }
  return { properties: [property], rollout_percentage: 50 }
}

function variant(key: string): JsonObject {
  return { key, rollout_percentage: 50 }
}
