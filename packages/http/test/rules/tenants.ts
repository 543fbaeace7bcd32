import { describe, expect, it, onTestFailed } from 'vitest'
import {
  callAt,
  type EndpointOfApi,
  KEY_ENDPOINTS,
  newForeignPlace,
  newPlace,
  type Place,
  pictureOf,
} from '../support/place.ts'
import type { NewWorld, World } from '../support/world.ts'

/** Those whose path says where. The others answer about the caller alone. */
const PLACED = KEY_ENDPOINTS.filter(({ path }) => path.includes('{'))

/** These make what they name in the project of the path, or count it there. */
const ABOUT_OWN = ['persons_partial_update', 'groups_types_partial_update', 'groups_types_destroy']

/** Those whose path names a thing inside a project or organization. */
const NESTED = PLACED.filter(({ pathParams, operationId }) => pathParams.length > 1 && !ABOUT_OWN.includes(operationId))

/** The way in which an endpoint says that something is not there. */
function missing({ status }: EndpointOfApi): number {
  return status === 405 ? 405 : 404
}

/** A world with one of everything in both organizations, and what their owners see of it. */
interface Guarded {
  readonly world: World
  readonly own: Place
  readonly theirs: Place
  readonly pictures: readonly (readonly (string | null)[])[]
}

/** A path about dashboards, which makes places have them. */
const WITH_DASHBOARDS = { path: '/api/projects/{project_id}/dashboards/' } as const

async function newGuarded(newWorld: NewWorld): Promise<Guarded> {
  const world = await newWorld()
  const own = await newPlace(world, WITH_DASHBOARDS)
  const theirs = await newForeignPlace(world, WITH_DASHBOARDS)
  return { world, own, theirs, pictures: await picturesOf(world, own, theirs) }
}

async function picturesOf({ owner, outsider }: World, own: Place, theirs: Place) {
  return [await pictureOf(owner, own), await pictureOf(outsider, theirs)]
}

/**
 * What is refused changes nothing, so that all refusals share one place, which takes longer to make than to call. After a
 * test that failed it is made anew.
 */
function guardedPlace(newWorld: NewWorld): () => Promise<Guarded> {
  let made: Promise<Guarded> | undefined
  return () => {
    onTestFailed(() => {
      made = undefined
    })
    made ??= newGuarded(newWorld)
    return made
  }
}

async function expectUnchanged({ world, own, theirs, pictures }: Guarded): Promise<void> {
  expect(await picturesOf(world, own, theirs)).toEqual(pictures)
}

/** No request reaches across organizations or projects (HTTP-72). */
export function tenants(newWorld: NewWorld): void {
  const guardedFor = guardedPlace(newWorld)

  for (const endpoint of PLACED) {
    it(`PROJ-2 ${endpoint.operationId} refuses the key of another organization, and changes nothing`, async () => {
      const guarded = await guardedFor()
      const { world, own } = guarded
      const { status, text } = await callAt(world.outsider, endpoint, own)
      expect(status).toBe(403)
      expect(text).not.toContain('in-place')
      await expectUnchanged(guarded)
    })

    it(`PROJ-4 ${endpoint.operationId} refuses a key that is bound to another project or organization`, async () => {
      const guarded = await guardedFor()
      const { world, own } = guarded
      const { owner, foreign, sister, keyOf } = world
      const elsewhere = await keyOf(owner, ['*'], { organizationIds: [foreign.organization.id] })
      expect((await callAt(elsewhere, endpoint, own)).status).toBe(403)
      if (endpoint.path.includes('{project_id}')) {
        const bound = await keyOf(owner, ['*'], { projectIds: [sister.id] })
        expect((await callAt(bound, endpoint, own)).status).toBe(403)
      }
      await expectUnchanged(guarded)
    })
  }

  for (const endpoint of NESTED) {
    it(`PROJ-11 ${endpoint.operationId} does not find what belongs to another organization, and changes nothing`, async () => {
      const guarded = await guardedFor()
      const { world, own, theirs } = guarded
      const { owner, sister } = world
      const { projectId, organizationId } = own
      const { status, text } = await callAt(owner, endpoint, { ...theirs, projectId, organizationId })
      expect(status).toBe(missing(endpoint))
      expect(text ?? '').not.toContain('in-place')
      if (endpoint.path.includes('{project_id}')) {
        expect((await callAt(owner, endpoint, { ...own, projectId: sister.id })).status).toBe(missing(endpoint))
      }
      await expectUnchanged(guarded)
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
