import { createCohort } from '../../features/cohorts/create-cohort.ts'
import { updateCohort } from '../../features/cohorts/update-cohort.ts'
import { createDashboard } from '../../features/dashboards/create-dashboard.ts'
import { createFlagDashboard } from '../../features/dashboards/flag-usage/create-flag-dashboard.ts'
import { createInsight } from '../../features/dashboards/insights/create-insight.ts'
import { createTemplate } from '../../features/dashboards/templates/change-template.ts'
import { createTextTile } from '../../features/dashboards/tiles/change-text-tile.ts'
import { updateDashboard } from '../../features/dashboards/update-dashboard.ts'
import { createFlag } from '../../features/flags/create-flag.ts'
import { grantRoleAccess } from '../../features/flags/role-access/change-role-access.ts'
import { updateFlag } from '../../features/flags/update-flag.ts'
import { createRole } from '../../features/identity/change-role.ts'
import { updateProject } from '../../features/identity/update-project.ts'
import { addGroupType } from '../../features/persons/group-types.ts'
import type { ProjectContext } from '../../runtime/context.ts'

const QUERY = { kind: 'InsightVizNode', source: { kind: 'TrendsQuery', series: [{ event: '$feature_flag_called' }] } }
const PLAN = { key: 'plan', type: 'person', value: 'pro' } as const

/** Fills a project with every kind of record that a document can describe. It needs an encryption key. */
export async function furnishProject(ctx: ProjectContext): Promise<void> {
  for (const groupType of ['organization', 'company']) await addGroupType(ctx, { name: groupType })
  await updateProject(ctx, { staleness: { notCalledDays: 45, neverCalledDays: 14 } })
  const roleIds = await addRoles(ctx)
  const cohortId = await addCohorts(ctx)
  const dashboardId = await addDashboards(ctx)
  await addFlags(ctx, { roleIds, cohortId, dashboardId })
}

async function addRoles(ctx: ProjectContext): Promise<readonly string[]> {
  const organization = { ...ctx, organization: ctx.access.organization }
  const ops = await createRole(organization, { name: 'Ops', flagAccessLevel: 21 })
  const design = await createRole(organization, { name: 'Design' })
  await createRole(organization, { name: 'Without any flag' })
  return [ops.id, design.id]
}

/** Adds three cohorts with the same name. The first references the second, whose id is returned. */
async function addCohorts(ctx: ProjectContext): Promise<number> {
  const first = await createCohort(ctx, { name: 'Pros', description: 'paying', filters: { properties: PLAN } })
  const second = await createCohort(ctx, { name: 'Pros', filters: { properties: PLAN } })
  await createCohort(ctx, { name: 'Pros', isStatic: true })
  const nested = { type: 'cohort', key: 'id', value: second.id, operator: 'not_in' } as const
  await updateCohort(ctx, first.id, { filters: { properties: { type: 'OR', values: [PLAN, nested] } } })
  return second.id
}

async function addDashboards(ctx: ProjectContext): Promise<number> {
  const { id } = await createDashboard(ctx, { name: 'Numbers', tags: ['b', 'a'], filters: { date_from: '-7d' } })
  await createInsight(ctx, { name: 'Calls', description: 'all', query: QUERY, dashboardIds: [id] })
  await createTextTile(ctx, id, { body: '# Hello', layouts: { sm: { x: 0, y: 0, w: 6, h: 2 } }, color: 'blue' })
  await updateDashboard(ctx, id, { pinned: true, restrictionLevel: 37, variables: { a: { code: 1 } } })
  await createDashboard(ctx, { name: null })
  await createTemplate(ctx, {
    templateName: 'Ours',
    tags: ['x'],
    tiles: [{ type: 'TEXT', body: 'Hi' }],
    isFeatured: true,
  })
  return id
}

interface Targets {
  readonly roleIds: readonly string[]
  readonly cohortId: number
  readonly dashboardId: number
}

async function addFlags(ctx: ProjectContext, { roleIds, cohortId, dashboardId }: Targets): Promise<void> {
  const base = await createFlag(ctx, { key: 'zz-base', filters: { groups: [{}] } })
  const onBase = { key: String(base.id), type: 'flag', value: true, operator: 'flag_evaluates_to', label: 'x' } as const
  const inCohort = { key: 'id', type: 'cohort', value: cohortId, operator: 'in', negation: false } as const
  const inGroup = { key: 'seats', type: 'group', value: '5', operator: 'gt', group_type_index: 1 } as const
  const rich = await createFlag(ctx, {
    key: 'rich',
    name: 'All there is',
    tags: ['Growth', 'beta'],
    evaluationContexts: ['web', 'app'],
    evaluationRuntime: 'server',
    rollbackConditions: [{ threshold: 1 }],
    analyticsDashboardIds: [dashboardId],
    hasEnrichedAnalytics: true,
    owner: 'Team Growth',
    filters: {
      groups: [
        { properties: [inCohort, onBase], rollout_percentage: 12.5, variant: 'a', description: 'some', sort_key: 'k' },
        { properties: [inGroup], rollout_percentage: null, aggregation_group_type_index: 1 },
      ],
      multivariate: {
        variants: [
          { key: 'a', name: 'A', rollout_percentage: 50 },
          { key: 'b', rollout_percentage: 50 },
        ],
      },
      payloads: { b: { z: 1, a: [2] }, a: '"text"' },
      early_exit: true,
    },
  })
  for (const roleId of roleIds) await grantRoleAccess(ctx, rich.id, { roleId })
  await createFlagDashboard(ctx, rich.id)
  await createFlag(ctx, {
    key: 'secret',
    isRemoteConfiguration: true,
    hasEncryptedPayloads: true,
    filters: { groups: [{}], payloads: { true: '{"password":"hunter2"}' } },
  })
  const off = await createFlag(ctx, { key: 'a-off', filters: { groups: [{ properties: [onBase] }] } })
  await updateFlag(ctx, off.id, { active: false, archived: true })
  const config = await createFlag(ctx, { key: 'config', isRemoteConfiguration: true, filters: { groups: [{}] } })
  await updateFlag(ctx, config.id, { filters: { groups: [{ rollout_percentage: 0 }] } })
  await createFlag(ctx, { key: 'without-conditions' })
  const gone = await createFlag(ctx, { key: 'gone', filters: { groups: [{}] } })
  await updateFlag(ctx, gone.id, { deleted: true })
}
