import { isScope, SCOPE_OBJECTS } from '@flagdeck/core/operations'
import type { Scope } from '@flagdeck/core/store'
import { describe, expect, it } from 'vitest'
import { authenticator } from '../../src/api/access/authenticate.ts'
import { UNLIMITED } from '../../src/api/access/rate-limiter.ts'
import { sessionCookies } from '../../src/api/access/session-cookie.ts'
import { signInGuard } from '../../src/api/access/sign-in-guard.ts'
import { flagdeckRoutes } from '../../src/api/flagdeck-application.ts'
import { createApplication } from '../../src/rest/application.ts'
import { plainRequest } from '../../src/rest/plain-request.ts'
import { guardedPlace, unchangedBy } from '../support/guarded-place.ts'
import { bodyAt, callAt, type EndpointOfApi, isAllowed, KEY_ENDPOINTS, newPlace, urlAt } from '../support/place.ts'
import type { NewWorld } from '../support/world.ts'

const UNGUARDED = signInGuard({
  ...{ links: {}, networks: UNLIMITED, accountsInNetworks: UNLIMITED, accounts: UNLIMITED },
  isKnown: async () => false,
})

/** The scopes that an endpoint requires in addition to its declared one. */
const BESIDE: Readonly<Record<string, readonly Scope[]>> = {
  feature_flags_create_static_cohort_for_flag_create: ['feature_flag:read', 'person:read'],
  cohorts_dependents_retrieve: ['feature_flag:read'],
  projects_export_retrieve: ['cohort:read', 'dashboard:read'],
}

const ALL_SCOPES = SCOPE_OBJECTS.flatMap((object) => [`${object}:read`, `${object}:write`]).filter(isScope)

/** The declared scopes, of which one is enough. */
function declaredScopes({ scope }: EndpointOfApi): readonly Scope[] {
  return [scope ?? []].flat()
}

/** All scopes that are enough: writing includes reading. */
function sufficient(endpoint: EndpointOfApi): readonly Scope[] {
  const declared = declaredScopes(endpoint)
  return ALL_SCOPES.filter(
    (scope) => declared.includes(scope) || declared.includes(scope.replace(':write', ':read') as Scope),
  )
}

/** Every endpoint with every scope (KEY-1). */
export function scopes(newWorld: NewWorld): void {
  const guardedFor = guardedPlace(newWorld)

  for (const endpoint of KEY_ENDPOINTS) {
    describe(endpoint.operationId, () => {
      it('HTTP-9 answers 401 without a key, and changes nothing', async () => {
        const guarded = await guardedFor()
        const { status, body } = await unchangedBy(guarded, () =>
          callAt(guarded.world.anonymous, endpoint, guarded.own),
        )
        expect(status).toBe(401)
        expect(body).toMatchObject({ code: 'not_authenticated' })
      })

      const [first] = declaredScopes(endpoint)
      if (first === undefined) {
        it('HTTP-72 answers every key, whatever it may do', async () => {
          const world = await newWorld()
          const key = await world.keyOf(world.owner, [])
          expect(isAllowed(await callAt(key, endpoint, await newPlace(world, endpoint)), endpoint)).toBe(true)
        })
        return
      }

      it('KEY-1 refuses a key with every other scope, and names the one that is missing', async () => {
        const guarded = await guardedFor()
        const { own, ownersKey } = guarded
        const others = ALL_SCOPES.filter((scope) => !sufficient(endpoint).includes(scope))
        for (const scopes of [others, []]) {
          const key = await ownersKey(scopes)
          const { status, body } = await unchangedBy(guarded, () => callAt(key, endpoint, own))
          expect(status).toBe(403)
          expect(body).toEqual({
            type: 'authentication_error',
            code: 'permission_denied',
            detail: `API key missing required scope '${first}'`,
            attr: null,
          })
        }
      })

      for (const scope of [...sufficient(endpoint), '*' as const]) {
        it(`KEY-1 lets a key with nothing but ${scope} through`, async () => {
          const world = await newWorld()
          const place = await newPlace(world, endpoint)
          const scopes = [scope, ...(BESIDE[endpoint.operationId] ?? [])]
          const answer = await callAt(await world.keyOf(world.owner, scopes), endpoint, place)
          expect(isAllowed(answer, endpoint), answer.text ?? '').toBe(true)
        })
      }

      // A refused hard delete has no operation.
      if (endpoint.status === 405) return
      it('HTTP-72 is refused by the operation itself, not only at the door', async () => {
        const guarded = await guardedFor()
        const { world, own, ownersKey } = guarded
        const blind = await ownersKey([])
        const { context } = world.api.deck
        const withoutDoor = createApplication({
          routes: flagdeckRoutes.map((route) => ({ ...route, endpoint: { ...route.endpoint, scope: null } })),
          authenticate: authenticator(context, {
            links: {},
            cookies: sessionCookies(context, {}),
            rateLimiter: UNLIMITED,
            signIns: UNGUARDED,
          }),
        })
        const headers = { authorization: `Bearer ${blind.key}` }
        const json = bodyAt(endpoint, own) ?? {}
        const request = plainRequest(endpoint.method, urlAt(endpoint, own), { headers, json })
        const { status, body } = await unchangedBy(guarded, async () => withoutDoor.handle(request))
        expect(status).toBe(403)
        expect(String(body)).toContain(`API key missing required scope '${first}'`)
      })
    })
  }
}
