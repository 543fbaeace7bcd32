import fc from 'fast-check'
import { expect, it } from 'vitest'
import { KEY_ENDPOINTS, newPlace, type Place, pictureOf, urlAt } from '../support/place.ts'
import type { NewWorld, World } from '../support/world.ts'

/** The number of random samples for each endpoint. */
export interface RandomInput {
  readonly bodies: number
  readonly queries: number
}

/** Names with a meaning in some endpoints, so that random objects pass the first check. */
const NAMES = [
  ...['key', 'name', 'filters', 'active', 'deleted', 'archived', 'created_at', 'version', 'original_flag', 'tags'],
  ...['rollback_conditions', 'performed_rollback', 'ensure_experience_continuity', 'evaluation_contexts'],
  ...['evaluation_runtime', 'bucketing_identifier', 'is_remote_configuration', 'has_encrypted_payloads'],
  ...['analytics_dashboards', 'creation_context', 'role_id', 'user_uuid', 'feature_flags_access_level', 'timezone'],
  ...['groups', 'properties', 'rollout_percentage', 'variant', 'multivariate', 'variants', 'payloads', 'holdout'],
  ...['aggregation_group_type_index', 'type', 'operator', 'value', 'group_type_index', 'early_exit', 'id', 'condition'],
  ...['is_static', 'description', 'values', 'negation', 'distinct_ids', 'unset', 'group_type', 'group_key'],
  ...['group_properties', '__proto__', 'constructor', 'toString', 'personal_api_key', 'token', '', '\0', '\ud800'],
]

const TEXTS = [
  'exact',
  'regex',
  'person',
  'group',
  'flag',
  'cohort',
  'is_date_before',
  '-7d',
  '1.2.3',
  '(',
  'UTC',
  'true',
  'AND',
  'OR',
]

/**
 * Any character, including lone surrogates. The library's `binary` is equivalent, but creates a table of a million
 * characters first.
 */
const character = fc.nat(0x10ffff).map((point) => String.fromCodePoint(point))

const scalar = fc.oneof(
  fc.constantFrom<unknown>(...TEXTS, null, true, false, 0, -1, 1.5, 100, 101, 2 ** 31, 2 ** 53, 1e300),
  fc.string({ unit: character, maxLength: 20 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

const document = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 6 }, { arbitrary: scalar, weight: 3 }, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc
    .array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 5 })), tie('value')), { maxLength: 6 })
    .map((entries) => Object.fromEntries(entries)),
}))

/** Malformed JSON: truncated, doubled, or no JSON at all. */
const garbage = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.tuple(document.object, fc.nat(300)).map(([object, end]) => JSON.stringify(object).slice(0, end)),
  fc.string({ unit: character, maxLength: 200 }),
)

const body = fc.oneof(
  { arbitrary: document.object.map((object) => JSON.stringify(object)), weight: 4 },
  { arbitrary: garbage, weight: 1 },
)

const query = fc
  .array(
    fc.tuple(
      fc.constantFrom(...['limit', 'offset', 'page', 'search', 'key', 'tags', 'created_by_id', 'order', 'active', 'v']),
      fc.oneof(
        fc.string({ unit: character, maxLength: 20 }),
        document.value.map((value) => JSON.stringify(value)),
      ),
    ),
    { maxLength: 3 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${encodeLoosely(value)}`).join('&'))

/** Percent-encodes characters that URLs cannot contain, and encodes a lone surrogate as a byte that is not UTF-8. */
function encodeLoosely(text: string): string {
  return Array.from(text, (character) => (character.isWellFormed() ? encodeURIComponent(character) : '%FF')).join('')
}

/** Adds a query to a URL that may already have one. */
function withQuery(url: string, asked: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${asked}`
}

const WRITES = KEY_ENDPOINTS.filter((endpoint) => endpoint.body !== undefined)
const READS = KEY_ENDPOINTS.filter((endpoint) => endpoint.method === 'GET')

/** Random bodies and queries. They never cause a 5xx, a change by a refused request, or a repetition of the input. */
export function randomInput({ bodies, queries }: RandomInput, newWorld: NewWorld): void {
  for (const endpoint of WRITES) {
    it(`FLAG-92 ${endpoint.operationId} survives ${bodies} random bodies`, { timeout: 120_000 }, async () => {
      const world = await newWorld()
      const place = await newPlace(world, endpoint)
      const headers = { 'content-type': 'application/json' }
      // An unrestricted key, which some endpoints require.
      const caller = await world.keyOf(world.owner, ['*'])
      const expected = [200, 201, 400, 409, ...(endpoint.errors?.includes('not_found') ? [404] : [])]
      let before = await fingerprint(world, place)
      await fc.assert(
        fc.asyncProperty(body, query, async (sent, asked) => {
          const url = withQuery(urlAt(endpoint, place), asked)
          const writes = world.api.writesBegun()
          const { status, text } = await caller.send(endpoint.method, url, { body: sent, headers })
          expect(expected).toContain(status)
          // If no write has started, nothing can have changed.
          const after = world.api.writesBegun() === writes ? before : await fingerprint(world, place)
          if (status >= 400)
            expect({ text: text?.slice(20_000), picture: after }).toEqual({ text: '', picture: before })
          before = after
        }),
        { numRuns: bodies },
      )
      await stillAnswers(world, place)
    })
  }

  for (const endpoint of READS) {
    it(`HTTP-73 ${endpoint.operationId} survives ${queries} random queries`, { timeout: 120_000 }, async () => {
      const world = await newWorld()
      const place = await newPlace(world, endpoint)
      // An unrestricted key, which sessions require (SESS-12).
      const caller = await world.keyOf(world.owner, ['*'])
      await fc.assert(
        fc.asyncProperty(query, async (asked) => {
          const { status, text } = await caller.get(withQuery(urlAt(endpoint, place), asked))
          expect([200, 400]).toContain(status)
          if (status === 400) expect(text?.length).toBeLessThan(1000)
        }),
        { numRuns: queries },
      )
      await stillAnswers(world, place)
    })
  }

  for (const path of ['/flags/', '/batch/', '/e/', '/i/v1/analytics/events'] as const) {
    it(`HTTP-71 ${path} survives ${bodies} random bodies`, { timeout: 120_000 }, async () => {
      const world = await newWorld()
      const place = await newPlace(world, { path })
      await fc.assert(
        fc.asyncProperty(document.object, body, fc.boolean(), async (fields, raw, isKnown) => {
          const known = { token: world.project.apiToken, distinct_id: 'u', event: '$identify' }
          const sent = isKnown ? JSON.stringify({ ...Object(fields), ...known }) : raw
          const { status } = await world.anonymous.send('POST', path, { body: sent })
          // Whether events are accepted also depends on their other fields.
          expect(!isKnown ? [400, 401] : path === '/flags/' ? [200] : [200, 400]).toContain(status)
        }),
        { numRuns: bodies },
      )
      await stillAnswers(world, place)
    })
  }
}

/**
 * A value that every write changes: counts, versions and the records. It is read directly from the store, because the
 * API would take long, and in one round trip to the database.
 */
function fingerprint({ api }: World, place: Place): Promise<string> {
  const { projectId, organizationId, flagId, roleId } = place
  const one = { limit: 1, offset: 0 }
  return api.deck.context.store.read(async (tx) => {
    const things = [
      tx.projects.find(projectId),
      tx.flags.find(projectId, flagId),
      tx.roles.find(organizationId, roleId),
    ]
    const lists = [
      tx.activity.list(projectId, { scope: 'FeatureFlag' }, one),
      tx.flagRoleAccess.list(projectId, flagId, one),
      tx.roles.list(organizationId, one),
      tx.projects.list([organizationId], one),
      tx.memberships.list(organizationId, one),
      tx.invitations.listOpen(organizationId, one),
      tx.organizationActivity.list(organizationId, {}, one),
    ]
    const counts = Promise.all(lists).then((pages) => pages.map(({ count }) => count))
    return JSON.stringify([...(await Promise.all<unknown>(things)), ...(await counts)])
  })
}

async function stillAnswers({ owner, flags }: World, place: Place): Promise<void> {
  expect((await owner.post(flags, { key: 'still-alive' })).status).toBe(201)
  expect(await pictureOf(owner, place)).not.toContain(null)
}
