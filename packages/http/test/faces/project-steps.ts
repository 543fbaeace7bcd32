import type { EmbeddedProject, JsonObject } from '@flagdeck/core'
import { activityBody, newestEntryBody } from '../../src/api/wire/activity.ts'
import { cohortVersionBody } from '../../src/api/wire/cohort-version.ts'
import {
  cohortDependentsBody,
  cohortMemberBody,
  cohortWithMembersBody,
  cohortBody as storedCohortBody,
} from '../../src/api/wire/cohorts.ts'
import { groupBody, groupTypeBody } from '../../src/api/wire/groups.ts'
import { projectBody } from '../../src/api/wire/identity.ts'
import { personBody } from '../../src/api/wire/persons.ts'
import { differenceBody, versionSummaryBody } from '../../src/api/wire/version.ts'
import { listed, type Step, step } from './step.ts'

const COHORTS = 'cohorts/'
const PRO = {
  properties: { type: 'OR', values: [{ type: 'AND', values: [{ key: 'plan', type: 'person', value: 'pro' }] }] },
} as const
const ADD = 'add_persons_to_static_cohort/'

type EmbeddedCohort = Awaited<ReturnType<EmbeddedProject['cohorts']['create']>>

function cohortBody({ filters, ...cohort }: EmbeddedCohort) {
  return storedCohortBody({ ...cohort, properties: filters.properties as JsonObject })
}

/** Steps about everything in a project except flags and dashboards. */
export const PROJECT_STEPS: readonly Step[] = [
  step(
    'cohorts_create',
    `POST ${COHORTS}`,
    async ({ cohorts }) => cohortBody(await cohorts.create({ name: 'Pro', filters: PRO })),
    {
      json: { name: 'Pro', filters: PRO },
    },
  ),
  step(
    'cohorts_create',
    `POST ${COHORTS}`,
    async ({ cohorts }) => cohortBody(await cohorts.create({ name: 'List', isStatic: true })),
    {
      json: { name: 'List', is_static: true },
    },
  ),
  step(
    'cohorts_create',
    `POST ${COHORTS}`,
    ({ cohorts }) => cohorts.create({ name: ' ', filters: { properties: 5 } as never }),
    {
      json: { name: ' ', filters: { properties: 5 } },
    },
  ),
  step('cohorts_list', `GET ${COHORTS}?search=pr`, ({ cohorts }) => listed(cohorts.list({ search: 'pr' }), cohortBody)),
  step('cohorts_retrieve', `GET ${COHORTS}1/`, async ({ cohorts }) => cohortBody(await cohorts.get(1))),
  step('cohorts_retrieve', `GET ${COHORTS}99/`, ({ cohorts }) => cohorts.get(99)),
  step(
    'cohorts_partial_update',
    `PATCH ${COHORTS}1/`,
    async ({ cohorts }) => cohortBody(await cohorts.update(1, { name: 'Paying' })),
    {
      json: { name: 'Paying' },
    },
  ),
  step(
    'cohorts_partial_update',
    `PATCH ${COHORTS}1/?dry_run=true`,
    async (p) => cohortBody(await p.dryRun(({ cohorts }) => cohorts.update(1, { name: 'Tried' }))),
    { json: { name: 'Tried' } },
  ),
  step('cohorts_partial_update', `PATCH ${COHORTS}1/`, async ({ cohorts }) => cohortBody(await cohorts.delete(1)), {
    json: { deleted: true },
  }),
  step('cohorts_partial_update', `PATCH ${COHORTS}1/`, async ({ cohorts }) => cohortBody(await cohorts.restore(1)), {
    json: { deleted: false },
  }),
  step(
    'cohorts_add_persons_to_static_cohort_create',
    `POST ${COHORTS}2/${ADD}`,
    async ({ cohorts }) => {
      const { filters, ...added } = await cohorts.addMembers(2, ['ada', 'bob'])
      return cohortWithMembersBody({ ...added, properties: filters.properties as JsonObject })
    },
    {
      json: { distinct_ids: ['ada', 'bob'] },
    },
  ),
  step(
    'cohorts_add_persons_to_static_cohort_create',
    `POST ${COHORTS}1/${ADD}`,
    ({ cohorts }) => cohorts.addMembers(1, ['ada']),
    {
      json: { distinct_ids: ['ada'] },
    },
  ),
  step(
    'cohorts_add_persons_to_static_cohort_partial_update',
    `PATCH ${COHORTS}2/${ADD}`,
    ({ cohorts }) => cohorts.addMembers(2, null as never),
    {
      json: { distinct_ids: null },
    },
  ),
  step('cohorts_persons_retrieve', `GET ${COHORTS}2/persons/`, ({ cohorts }) =>
    listed(cohorts.members(2), cohortMemberBody),
  ),
  step(
    'cohorts_persons_destroy',
    `DELETE ${COHORTS}2/persons/bob/`,
    async ({ cohorts }) => void (await cohorts.removeMember(2, 'bob')),
  ),
  step(
    'cohorts_remove_person_from_static_cohort_partial_update',
    `PATCH ${COHORTS}2/remove_person_from_static_cohort/`,
    ({ cohorts }) => cohorts.removePerson(2, 'nobody'),
    { json: { person_id: 'nobody' } },
  ),
  step('cohorts_persons_destroy', `DELETE ${COHORTS}2/persons/bob/`, ({ cohorts }) => cohorts.removeMember(2, 'bob')),
  step('cohorts_dependents_retrieve', `GET ${COHORTS}1/dependents/`, async ({ cohorts }) =>
    cohortDependentsBody(await cohorts.dependents(1)),
  ),
  step('cohorts_versions_list', `GET ${COHORTS}1/versions/`, ({ cohorts }) =>
    listed(cohorts.versions(1), versionSummaryBody),
  ),
  step('cohorts_versions_retrieve', `GET ${COHORTS}1/versions/1/`, async ({ cohorts }) =>
    cohortVersionBody(await cohorts.version(1, 1)),
  ),
  step('cohorts_versions_diff_retrieve', `GET ${COHORTS}1/versions/1/diff/`, async ({ cohorts }) =>
    differenceBody(await cohorts.difference(1, 1)),
  ),
  step('cohorts_versions_restore_create', `POST ${COHORTS}1/versions/1/restore/`, async ({ cohorts }) =>
    cohortBody(await cohorts.restore(1, 1)),
  ),
  step('cohorts_versions_restore_create', `POST ${COHORTS}1/versions/99/restore/`, ({ cohorts }) =>
    cohorts.restore(1, 99),
  ),
  step(
    'persons_partial_update',
    'PATCH persons/ada/',
    async ({ persons }) => personBody(await persons.update('ada', { properties: { plan: 'pro' } })),
    {
      json: { properties: { plan: 'pro' } },
    },
  ),
  step(
    'persons_partial_update',
    'PATCH persons/ada/',
    ({ persons }) => persons.update('ada', { properties: 5 } as never),
    { json: { properties: 5 } },
  ),
  step('persons_list', 'GET persons/?search=a', ({ persons }) => listed(persons.list({ search: 'a' }), personBody)),
  step('persons_list', 'GET persons/?email=nobody@x.test', async ({ persons }) => {
    const { items } = await persons.find({ email: 'nobody@x.test' })
    return { count: items.length, results: items.map(personBody) }
  }),
  step(
    'persons_values_list',
    'GET persons/values/?key=plan',
    async ({ persons }) => (await persons.values({ key: 'plan' })).values,
  ),
  step(
    'persons_update_property_create',
    'POST persons/ada/update_property/',
    async ({ persons }) => personBody(await persons.update('ada', { properties: { seats: 7 } })),
    { json: { key: 'seats', value: 7 } },
  ),
  step(
    'persons_delete_property_create',
    'POST persons/ada/delete_property/',
    async ({ persons }) => personBody(await persons.update('ada', { unset: ['seats'] })),
    { json: { $unset: 'seats' } },
  ),
  step('persons_retrieve', 'GET persons/ada/', async ({ persons }) => personBody(await persons.get('ada'))),
  step('persons_destroy', 'DELETE persons/ada/', ({ persons }) => persons.delete('ada')),
  step('persons_retrieve', 'GET persons/ada/', ({ persons }) => persons.get('ada')),
  step('groups_types_list', 'GET groups_types/', async ({ groups }) => (await groups.types()).map(groupTypeBody)),
  step(
    'groups_types_create',
    'POST groups_types/',
    async ({ groups }) => groupTypeBody(await groups.addType({ name: 'team' })),
    {
      json: { group_type: 'team' },
    },
  ),
  step('groups_types_create', 'POST groups_types/', ({ groups }) => groups.addType({ name: 'team' }), {
    json: { group_type: 'team' },
  }),
  step(
    'groups_types_partial_update',
    'PATCH groups_types/2/',
    async ({ groups }) => groupTypeBody(await groups.renameType(2, { name: 'crew' })),
    {
      json: { group_type: 'crew' },
    },
  ),
  step(
    'groups_create',
    'POST groups/',
    async ({ groups }) => groupBody(await groups.save({ groupTypeIndex: 2, key: 'x', properties: { a: 1 } })),
    {
      json: { group_type_index: 2, group_key: 'x', group_properties: { a: 1 } },
    },
  ),
  step('groups_create', 'POST groups/', ({ groups }) => groups.save({ groupTypeIndex: 4, key: 'x' }), {
    json: { group_type_index: 4, group_key: 'x' },
  }),
  step('groups_list', 'GET groups/?group_type_index=2', ({ groups }) => listed(groups.list(2), groupBody)),
  step('groups_find_retrieve', 'GET groups/find/?group_type_index=2&group_key=x', async ({ groups }) =>
    groupBody(await groups.get(2, 'x')),
  ),
  step('groups_destroy', 'DELETE groups/2/x/', ({ groups }) => groups.delete(2, 'x')),
  step('groups_destroy', 'DELETE groups/2/x/', ({ groups }) => groups.delete(2, 'x')),
  step('groups_types_destroy', 'DELETE groups_types/2/', ({ groups }) => groups.removeType(2)),
  step('projects_retrieve', 'GET ', async ({ settings }) => projectBody(await settings.get())),
  step(
    'projects_partial_update',
    'PATCH ',
    async ({ settings }) => projectBody(await settings.update({ timezone: 'Europe/Berlin' })),
    {
      json: { timezone: 'Europe/Berlin' },
    },
  ),
  step('projects_partial_update', 'PATCH ', ({ settings }) => settings.update({ timezone: 'Moon' }), {
    json: { timezone: 'Moon' },
  }),
  step('projects_reset_token_partial_update', 'PATCH reset_token/', async ({ settings }) =>
    projectBody(await settings.resetToken()),
  ),
  step('projects_rotate_secret_token_partial_update', 'PATCH rotate_secret_token/', async ({ settings }) =>
    projectBody(await settings.rotateSecretToken()),
  ),
  step('activity_log_list', 'GET activity_log/?scope=Cohort&page_size=10', ({ activity }) =>
    listed(activity.list({ scope: 'Cohort' }, { limit: 10 }), activityBody),
  ),
  step('activity_log_newest_list', 'GET activity_log/newest/?limit=3', async ({ activity }) => {
    const { items } = await activity.newest({ limit: 3 })
    return { results: items.map(newestEntryBody) }
  }),
  step('activity_log_export_retrieve', 'GET activity_log/export/', async ({ activity }) => {
    const entries: unknown[] = []
    for await (const entry of activity.export()) entries.push(activityBody(entry))
    return entries
  }),
]
