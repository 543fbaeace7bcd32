import { expect, it } from 'vitest'
import type { ApiResponse } from '../support/api-response.ts'
import type { Caller } from '../support/caller.ts'
import { isReplayed, newIdempotencyKey, TAKERS } from '../support/idempotency-keys.ts'
import { bodyAt, callAt, type EndpointOfApi, newPlace, type Place, pictureOf, urlAt } from '../support/place.ts'
import type { NewWorld } from '../support/world.ts'

/** Members may view flags, and edit their own flags. */
const VIEW = 21

/**
 * The endpoints that every member of such an organization may use. If they concern several flags, they change those
 * that the member may edit.
 */
const FOR_MEMBERS: readonly string[] = [
  'persons_update_property_create',
  'persons_delete_property_create',
  'feature_flags_create',
  'early_access_feature_create',
  'feature_flags_bulk_delete_create',
  'feature_flags_bulk_update_tags_create',
  'feature_flags_create_static_cohort_for_flag_create',
  'dashboards_create',
  'dashboards_create_from_template_json_create',
  'dashboards_versions_restore_create',
  'dashboard_templates_create',
  'insights_create',
  'cohorts_create',
  'cohorts_add_persons_to_static_cohort_create',
  'cohorts_versions_restore_create',
  'groups_types_create',
  'groups_create',
  'projects_import_create',
]

/** Sends the request of {@link callAt} with an additional field or parameter. */
function askForMore(
  caller: Caller,
  endpoint: EndpointOfApi,
  place: Place,
  headers: Readonly<Record<string, string>>,
): Promise<ApiResponse> {
  const [url, body] = [urlAt(endpoint, place), bodyAt(endpoint, place)]
  return body
    ? // Every body accepts this field, but the header takes precedence (HTTP-63).
      caller.post(url, { ...body, personal_api_key: 'another' }, { headers })
    : caller.post(`${url}?more=1`, undefined, { headers })
}

/** The key of a request is valid only for that request and its sender. */
export function reusedIdempotencyKeys(newWorld: NewWorld, endpoints = TAKERS): void {
  for (const endpoint of endpoints) {
    it(`IDEM-3 ${endpoint.operationId} refuses another request under the key, and changes nothing`, async () => {
      const world = await newWorld()
      const place = await newPlace(world, endpoint)
      const key = newIdempotencyKey()
      expect((await callAt(world.owner, endpoint, place, key)).status).toBeLessThan(300)
      const after = await pictureOf(world.owner, place)
      const { status, body } = await askForMore(world.owner, endpoint, place, key)
      expect({ status, code: body.code }).toEqual({ status: 422, code: 'idempotency_key_reused' })
      expect(await pictureOf(world.owner, place)).toEqual(after)
    })

    it(`IDEM-6 ${endpoint.operationId} does not answer somebody else, not even with another key of the same person`, async () => {
      const world = await newWorld()
      const place = await newPlace(world, endpoint)
      const key = newIdempotencyKey()
      expect((await callAt(world.owner, endpoint, place, key)).status).toBeLessThan(300)
      const second = await world.keyOf(world.owner, ['*'])
      for (const caller of [second, world.admin]) {
        expect(isReplayed(await callAt(caller, endpoint, place, key))).toBe(false)
      }
    })

    it(`IDEM-13 ${endpoint.operationId} does not answer a caller that may not send it any more`, async () => {
      const world = await newWorld({ defaultLevel: VIEW })
      const { admin, owner, organization } = world
      const place = await newPlace(world, endpoint)
      const key = newIdempotencyKey()
      expect((await callAt(admin, endpoint, place, key)).status).toBeLessThan(300)
      const member = `/api/organizations/${organization.id}/members/${admin.user.uuid}/`
      expect((await owner.patch(member, { level: 1 })).status).toBe(200)
      const before = await pictureOf(owner, place)
      const again = await callAt(admin, endpoint, place, key)
      expect(await pictureOf(owner, place)).toEqual(before)
      const first = await callAt(admin, endpoint, place, newIdempotencyKey())
      const isRefused = first.status === 401 || first.status === 403
      expect(isRefused).toBe(!FOR_MEMBERS.includes(endpoint.operationId))
      expect(isReplayed(again)).toBe(!isRefused)
      if (isRefused) expect([again.status, again.body]).toEqual([first.status, first.body])
      expect((await owner.send('DELETE', member)).status).toBe(204)
      const removed = await callAt(admin, endpoint, place, key)
      expect([401, 403, 404]).toContain(removed.status)
      expect(isReplayed(removed)).toBe(false)
    })
  }
}
