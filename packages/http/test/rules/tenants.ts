import { describe, expect, it } from 'vitest'
import { guardedPlace, unchangedBy } from '../support/guarded-place.ts'
import { callAt, type EndpointOfApi, PLACED_ENDPOINTS, type Place } from '../support/place.ts'
import type { NewWorld } from '../support/world.ts'

/** These endpoints create the named record in the path's project, or count it there. */
const ABOUT_OWN = [
  'persons_partial_update',
  'groups_types_partial_update',
  'groups_types_destroy',
  'organization_feature_flags_retrieve',
]

/** The endpoints whose path names a record inside a project or organization. */
const NESTED = PLACED_ENDPOINTS.filter(
  ({ pathParams, operationId }) => pathParams.some(namesThing) && !ABOUT_OWN.includes(operationId),
)

/** Whether a path parameter is neither the project nor the organization, which PROJ-2 and PROJ-12 cover. */
function namesThing(param: string): boolean {
  return param !== 'project_id' && param !== 'organization_id'
}

/** The status with which an endpoint reports that a record does not exist. */
function missing({ status }: EndpointOfApi): number {
  return status === 405 ? 405 : 404
}

/** No request has access across organizations or projects (HTTP-72). */
export function tenants(newWorld: NewWorld): void {
  const guardedFor = guardedPlace(newWorld)

  for (const endpoint of NESTED) {
    it(`PROJ-11 ${endpoint.operationId} does not find what belongs to another organization, and changes nothing`, async () => {
      const guarded = await guardedFor()
      const { world, own, theirs } = guarded
      const { owner, sister } = world
      const { projectId, organizationId } = own
      const find = (place: Place) => unchangedBy(guarded, () => callAt(owner, endpoint, place))
      const { status, text } = await find({ ...theirs, projectId, organizationId })
      expect(status).toBe(missing(endpoint))
      expect(text ?? '').not.toContain('in-place')
      if (endpoint.path.includes('{project_id}')) {
        expect((await find({ ...own, projectId: sister.id })).status).toBe(missing(endpoint))
      }
    })
  }

  describe('a body never names a tenant:', () => {
    it('HTTP-72 project and organization in it are ignored', async () => {
      const { owner, outsider, foreign, flags } = await newWorld()
      const foreignIds = {
        project_id: foreign.project.id,
        project: foreign.project.id,
        team_id: foreign.project.id,
        organization: foreign.organization.id,
        organization_id: foreign.organization.id,
        token: foreign.project.apiToken,
      }
      expect((await owner.post(flags, { key: 'k', ...foreignIds })).status).toBe(201)
      const project = await owner.post('/api/projects/', { name: 'New', ...foreignIds })
      expect(project.body.organization).not.toBe(foreign.organization.id)
      const theirs = await outsider.get(`/api/projects/${foreign.project.id}/feature_flags/`)
      expect(theirs.body.count).toBe(0)
      expect((await outsider.get('/api/projects/')).body.count).toBe(1)
    })
  })
}
