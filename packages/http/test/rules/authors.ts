import type { JsonObject } from '@flagdeck/core'
import { expect, it } from 'vitest'
import { bodyAt, type EndpointOfApi, KEY_ENDPOINTS, newPlace, urlAt } from '../support/place.ts'
import type { NewWorld, Person } from '../support/world.ts'

/** Those that take a document, which may have more in it than they want. */
const WITH_DOCUMENT = KEY_ENDPOINTS.filter(({ body }) => body !== undefined && body !== 'raw')

/** Every field that tells in an answer who made or changed something. */
function forged({ user: { id, uuid, email } }: Person, { tag, operationId }: EndpointOfApi): JsonObject {
  const user = { id, uuid, email }
  const fields = { created_by: user, created_by_id: id, last_modified_by: user, last_modified_by_id: id }
  const hasTiles = tag === 'dashboards' && operationId !== 'dashboards_create_from_template_json_create'
  return hasTiles ? { ...fields, tiles: [{ text: { body: 'made by a test', ...fields } }] } : fields
}

/** Who made or changed something is who asked for it. */
export function authors(newWorld: NewWorld): void {
  for (const endpoint of WITH_DOCUMENT) {
    it(`ROLE-14 ${endpoint.operationId} writes in nobody else's name, and shows nobody who is named`, async () => {
      const world = await newWorld()
      const { owner, admin } = world
      // Bound to nothing, which some of them ask for.
      const caller = await world.keyOf(owner, ['*'])
      const place = await newPlace(world, endpoint)
      const body = bodyAt(endpoint, place)
      const fields = forged(admin, endpoint)
      const json = { ...fields, ...body }
      const { status, text, body: answer } = await caller.send(endpoint.method, urlAt(endpoint, place), { json })
      // Some endpoints refuse fields that they do not have (HTTP-109).
      if (status === 400) {
        expect(Object.keys(fields)).toContain(answer.attr)
        expect(answer.detail).toContain('Unknown field')
      } else expect(status, text ?? '').toBeLessThan(300)
      expect(text ?? '').not.toContain(admin.user.uuid)
      expect(text ?? '').not.toContain(admin.user.email)
    })
  }
}
