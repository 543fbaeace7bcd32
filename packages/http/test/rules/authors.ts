import type { JsonObject } from '@flagdeck/core'
import { expect, it } from 'vitest'
import { bodyAt, type EndpointOfApi, KEY_ENDPOINTS, newPlace, urlAt } from '../support/place.ts'
import type { NewWorld, Person } from '../support/world.ts'

/** Endpoints that take a document, which may contain additional fields. */
const WITH_DOCUMENT = KEY_ENDPOINTS.filter(({ body }) => body !== undefined && body !== 'raw')

/** All fields of a response that name the user who created or changed a record. */
function forged({ user: { id, uuid, email } }: Person, { tag, operationId }: EndpointOfApi): JsonObject {
  const user = { id, uuid, email }
  const fields = { created_by: user, created_by_id: id, last_modified_by: user, last_modified_by_id: id }
  const hasTiles = tag === 'dashboards' && operationId !== 'dashboards_create_from_template_json_create'
  return hasTiles ? { ...fields, tiles: [{ text: { body: 'made by a test', ...fields } }] } : fields
}

/** The author of a change is the user who sent the request. */
export function authors(newWorld: NewWorld): void {
  for (const endpoint of WITH_DOCUMENT) {
    it(`ROLE-14 ${endpoint.operationId} writes in nobody else's name, and shows nobody who is named`, async () => {
      const world = await newWorld()
      const { owner, admin } = world
      // An unrestricted key, which some endpoints require.
      const caller = await world.keyOf(owner, ['*'])
      const place = await newPlace(world, endpoint)
      const body = bodyAt(endpoint, place)
      const fields = forged(admin, endpoint)
      const json = { ...fields, ...body }
      const { status, text, body: answer } = await caller.send(endpoint.method, urlAt(endpoint, place), { json })
      // Some endpoints refuse unknown fields (HTTP-109).
      if (status === 400) {
        expect(Object.keys(fields)).toContain(answer.attr)
        expect(answer.detail).toContain('Unknown field')
      } else expect(status, text ?? '').toBeLessThan(300)
      expect(text ?? '').not.toContain(admin.user.uuid)
      expect(text ?? '').not.toContain(admin.user.email)
    })
  }
}
