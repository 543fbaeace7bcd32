import { exportProject, type JsonObject } from '@flagdeck/core'
import { openProject } from '@flagdeck/core/operations'
import { ACTIVITY_SCOPES } from '@flagdeck/core/store'
import type { World } from '../support/world.ts'

const COUNT = { limit: 1, offset: 0 }

/** Values that change with every write: versions, the number of activity entries, and the records. */
export async function traceOf(
  { api, project, organization }: World,
  projectIds: readonly number[],
): Promise<JsonObject> {
  const { context } = api.deck
  const numbers = await context.store.read(async (tx) => ({
    organization: await tx.organizations.find(organization.id),
    told: (await tx.organizationActivity.list(organization.id, {}, COUNT)).count,
    projects: await Promise.all(
      projectIds.map(async (id) => ({
        version: (await tx.projects.find(id))?.version,
        told: await Promise.all(
          ACTIVITY_SCOPES.map(async (scope) => (await tx.activity.list(id, { scope }, COUNT)).count),
        ),
      })),
    ),
    persons: await tx.persons.list(project.id, '', { limit: 10, offset: 0 }),
  }))
  const document = await exportProject(await openProject(context, project.id))
  return JSON.parse(JSON.stringify({ ...numbers, ...document }))
}
