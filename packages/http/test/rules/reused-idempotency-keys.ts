import { expect, it } from 'vitest'
import type { ApiResponse } from '../support/api-response.ts'
import type { Caller } from '../support/caller.ts'
import { isReplayed, newIdempotencyKey, TAKERS } from '../support/idempotency-keys.ts'
import { bodyAt, callAt, type EndpointOfApi, newPlace, type Place, pictureOf, urlAt } from '../support/place.ts'
import type { NewWorld } from '../support/world.ts'

/** Sends what {@link callAt} does, and one thing more. */
function askForMore(
  caller: Caller,
  endpoint: EndpointOfApi,
  place: Place,
  headers: Readonly<Record<string, string>>,
): Promise<ApiResponse> {
  const [url, body] = [urlAt(endpoint, place), bodyAt(endpoint, place)]
  return body
    ? caller.post(url, { ...body, more: 1 }, { headers })
    : caller.post(`${url}?more=1`, undefined, { headers })
}

/** The key of a request is for that request alone, and for whoever sent it. */
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
  }
}
