import { once } from 'node:events'
import { connect } from 'node:net'
import { type Context, type JsonObject, memoryStore, StoreUnavailable } from '@flagdeck/core'
import { newFlagIndex } from '@flagdeck/core/fixtures'
import { REFUSAL_CODES } from '@flagdeck/core/operations'
import { timestampOf } from '@flagdeck/core/store'
import { type ServeOptions, serve } from '@flagdeck/http-node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FlagdeckApplicationOptions, flagdeckApplication } from '../src/api/flagdeck-application.ts'
import { OFREP_ERROR_CODES, type OfrepErrorCode } from '../src/api/wire/ofrep-error-codes.ts'
import { HTTP_CODES, VALIDATION_CODES as INPUT_CODES, STRUCTURAL_CODE } from '../src/rest/error-codes.ts'
import { type PlainRequestOptions, plainRequest } from '../src/rest/plain-request.ts'
import { type ApiUnderTest, openApi } from './support/api-under-test.ts'
import { Caller } from './support/caller.ts'
import { buildWorld, type World } from './support/world.ts'

/** Sends a request in a separate world, and resolves with the refusal. */
type Request = (world: World) => Promise<{ readonly body: JsonObject }>

const CODES = { ...INPUT_CODES, ...REFUSAL_CODES, ...HTTP_CODES }

const PLAN = { key: 'plan', type: 'person', operator: 'exact', value: 'pro' } as const
const OF_COMPANY = { ...PLAN, type: 'group', group_type_index: 1 } as const

/** A request that is refused with each code. */
const REQUESTS: Readonly<Record<keyof typeof CODES, Request>> = {
  required: creating({}),
  null: creating({ key: null }),
  blank: ({ owner, organization }) => owner.post(`/api/organizations/${organization.id}/roles/`, { name: ' ' }),
  empty: ({ owner, project }) =>
    owner.post(`/api/projects/${project.id}/cohorts/`, {
      name: 'c',
      filters: { properties: { type: 'AND', values: [{ type: 'OR', values: [] }] } },
    }),
  invalid_input: creating({ key: 5 }),
  invalid_choice: creating({ key: 'k', evaluation_runtime: 'moon' }),
  not_a_list: creating({ key: 'k', analytics_dashboards: 5 }),
  not_a_dict: creating({ key: 'k', filters: [] }),
  max_length: creating({ key: 'x'.repeat(401) }),
  min_length: async ({ owner, organization, anonymous }) => {
    const target_email = `${crypto.randomUUID()}@acme.test`
    const { body } = await owner.post(`/api/organizations/${organization.id}/invites/`, { target_email })
    return anonymous.post(`/api/signup/${body.token}/`, { password: 'short' })
  },
  max_value: ({ owner, flags }) => owner.get(`${flags}activity/?limit=1001`),
  min_value: ({ owner, flags }) => owner.get(`${flags}activity/?limit=0`),
  null_characters_not_allowed: creating({ key: 'k', name: 'a\0b' }),
  surrogate_characters_not_allowed: creating({ key: 'k', name: 'a\ud800b' }),
  unread_key: warned({ groups: [{ colour: 'red' }] }),
  inexact_number: warned({ groups: [{}], payloads: { true: 2 ** 60 } }),
  unevaluated_setting: warned({ groups: [{}], super_groups: [{}] }),
  reaches_nobody: warned({ groups: [] }),
  unique: async (world) => creating({ key: (await world.newFlag()).key })(world),
  does_not_exist: creating({ key: 'k', analytics_dashboards: [999] }),
  invalid_key: creating({ key: 'a b' }),
  cohort_does_not_exist: filtering({ key: 'id', type: 'cohort', operator: 'in', value: 999 }),
  reserved_config_version: setting({ version: 2 }),
  [STRUCTURAL_CODE]: setting({ groups: [{ rollout_percentage: 101 }] }),
  'cross_field.variant_rollout_sum_not_100': setting(variants(50)),
  'cross_field.variant_keys_not_unique': setting(variants(50, 50)),
  'cross_field.payload_key_not_true': setting({ payloads: { other: '1' } }),
  'cross_field.payload_key_not_a_variant': setting({ ...variants(100), payloads: { other: '1' } }),
  'cross_field.payload_breaks_schema': creating({
    key: 'k',
    payload_schema: { type: 'object' },
    filters: { groups: [{}], payloads: { true: '5' } },
  }),
  'cross_field.group_variant_not_a_variant': setting({ ...variants(100), groups: [{ variant: 'other' }] }),
  'cross_field.person_aggregation_property_type': filtering(OF_COMPANY),
  'cross_field.group_aggregation_property_type': filtering(PLAN, 0),
  'cross_field.group_property_type_index_mismatch': filtering(OF_COMPANY, 0),
  'cross_field.in_not_in_requires_cohort': filtering({ ...PLAN, operator: 'in' }),
  'cross_field.flag_property_requires_flag_evaluates_to': filtering({ ...PLAN, type: 'flag' }),
  'cross_field.operator_requires_list_value': filtering({ ...PLAN, operator: 'icontains_multi' }),
  'cross_field.operator_requires_string_value': filtering({ ...PLAN, operator: 'icontains', value: ['5'] }),
  'cross_field.date_value_not_parseable': filtering({ ...PLAN, operator: 'is_date_before' }),
  'cross_field.semver_value_invalid': filtering({ ...PLAN, operator: 'semver_eq' }),
  not_authenticated: ({ anonymous, flags }) => anonymous.get(flags),
  authentication_failed: ({ api, flags }) => new Caller(api, 'phx_nobody').get(flags),
  permission_denied: async ({ owner, keyOf, flags }) => (await keyOf(owner, ['dashboard:read'])).get(flags),
  not_found: ({ owner, flags }) => owner.get(`${flags}999999/`),
  gone: async ({ owner, organization, anonymous }) => {
    const invites = `/api/organizations/${organization.id}/invites/`
    const { body } = await owner.post(invites, { target_email: `gone@${organization.id}.test` })
    const accept = () => anonymous.post(`/api/signup/${body.token}/`, {})
    await accept()
    return accept()
  },
  conflict: async ({ owner, flags, newFlag }) => {
    const flag = await newFlag({ name: 'as it was read' })
    await owner.patch(`${flags}${flag.id}/`, { name: 'of somebody else' })
    const mine = { name: 'of mine', version: flag.version, original_flag: flag }
    return owner.patch(`${flags}${flag.id}/`, mine)
  },
  precondition_failed: async ({ owner, flags, newFlag }) =>
    owner.patch(`${flags}${(await newFlag()).id}/`, { name: 'new' }, { headers: { 'if-match': '"999"' } }),
  idempotency_key_reused: async ({ owner, flags }) => {
    const headers = { 'idempotency-key': 'one' }
    await owner.post(flags, { key: 'a' }, { headers })
    return owner.post(flags, { key: 'b' }, { headers })
  },
  idempotency_key_unreadable: async (world) => {
    // Payloads that were sealed with a lost key.
    const payloadCipher = { seal: async () => '"sealed"', open: async () => undefined, isCurrent: async () => false }
    const send = sendingTo(world, { payloadCipher })
    const request = { json: { key: 'k' }, headers: { 'idempotency-key': 'one' } }
    await send('POST', request)
    return send('POST', request)
  },
  encryption_key_wrong: async (world) => {
    // The payloads of the database were encrypted with a key that is lost.
    await api.deck.context.store.write((tx) => tx.encryptionCheck.set('"sealed"', timestampOf(0)))
    const lost = async () => undefined
    const payloadCipher = { seal: async (text: string) => text, open: lost, isCurrent: async () => false }
    const vault = { is_remote_configuration: true, has_encrypted_payloads: true, filters: { payloads: { true: '1' } } }
    return sendingTo(world, { payloadCipher })('POST', { json: { key: 'vault', ...vault } })
  },
  unsupported_query: ({ owner, project }) =>
    owner.post(`/api/projects/${project.id}/query/`, { query: { kind: 'FunnelsQuery' } }),
  history_incomplete: async ({ owner, flags, newFlag, api, project }) => {
    const { id } = await newFlag()
    // A flag as an older release without history wrote it.
    await api.deck.context.store.write(async (tx) => {
      const flag = await tx.flags.find(project.id, Number(id))
      if (flag) await tx.flags.replace({ ...flag, version: 3 }, newFlagIndex(flag), 1)
    })
    return owner.get(`${flags}${id}/versions/2/`)
  },
  throttled: async (world) => {
    const send = sendingTo(world, {}, { rateLimit: { requests: 1, windowMs: 60_000 } })
    await send('GET')
    return send('GET')
  },
  bad_request: ({ owner, flags }) => owner.post(flags, { key: 'k' }, { headers: { 'idempotency-key': 'é' } }),
  parse_error: ({ owner, flags }) => owner.send('POST', flags, { body: '{' }),
  method_not_allowed: ({ owner, flags }) => owner.patch(flags, {}),
  request_timeout: overSocket('Content-Length: 5', { requestTimeoutMs: 100 }),
  request_entity_too_large: creating({ key: 'k', name: 'x'.repeat(2 * 1024 * 1024) }),
  unsupported_media_type: ({ owner, flags }) =>
    owner.send('POST', flags, { body: 'k', headers: { 'content-type': 'text/plain' } }),
  expectation_failed: overSocket('Expect: something'),
  request_header_fields_too_large: overSocket(`X: ${'x'.repeat(20_000)}`),
  error: failing(new Error('a mistake')),
  not_implemented: (world) => publicOf(world).get('/api/client/features'),
  service_unavailable: failing(new StoreUnavailable('away')),
}

const OFREP = '/ofrep/v1/evaluate/flags'

/** A request that is refused with each code of OFREP. */
const OFREP_REQUESTS: Readonly<Record<OfrepErrorCode, Request>> = {
  PARSE_ERROR: (world) => publicOf(world).send('POST', OFREP, { body: '{' }),
  TARGETING_KEY_MISSING: (world) => publicOf(world).post(OFREP, { context: {} }),
  INVALID_CONTEXT: (world) => publicOf(world).post(OFREP, { context: { targetingKey: 5 } }),
  FLAG_NOT_FOUND: (world) => publicOf(world).post(`${OFREP}/nope`, { context: { targetingKey: 'ada' } }),
  GENERAL: ({ anonymous }) => anonymous.post(OFREP, { context: { targetingKey: 'ada' } }),
}

let api: ApiUnderTest

beforeAll(async () => {
  api = await openApi({ store: memoryStore(), dispose: async () => undefined })
})
afterAll(() => api.close())

describe('every code that a refusal can have', () => {
  it.each(Object.keys(CODES) as (keyof typeof CODES)[])('HTTP-74 %s ends a request', async (code) => {
    const request = REQUESTS[code]
    expect(request, 'a request that ends with this code').toBeDefined()
    const { body } = await request(await buildWorld(api))
    if (code === STRUCTURAL_CODE) expect(body.code).toBe('structural.groups[].rollout_percentage.max_value')
    else expect(body.code).toBe(code)
  })

  it.each(Object.keys(OFREP_ERROR_CODES) as OfrepErrorCode[])('HTTP-74 %s ends a request over OFREP', async (code) => {
    const request = OFREP_REQUESTS[code]
    expect(request, 'a request that ends with this code').toBeDefined()
    expect((await request(await buildWorld(api))).body.errorCode).toBe(code)
  })
})

/** Creates a flag. */
function creating(fields: JsonObject): Request {
  return ({ owner, flags }) => owner.post(flags, fields)
}

/** Creates a flag with these filters. */
function setting(filters: JsonObject): Request {
  return creating({ key: 'k', filters: { groups: [{}], ...filters } })
}

/** Returns the warnings on a flag that is created with these filters. */
function warned(filters: JsonObject): Request {
  return async (world) => {
    const { body } = await setting(filters)(world)
    const [warning = {}] = body.warnings as readonly JsonObject[]
    return { body: warning }
  }
}

/** Creates a flag with one filter, for persons or for a group type. */
function filtering(property: JsonObject, groupType: number | null = null): Request {
  return setting({ groups: [{ properties: [property], aggregation_group_type_index: groupType }] })
}

/** Variants with the same key. */
function variants(...percentages: readonly number[]): JsonObject {
  return { multivariate: { variants: percentages.map((rollout_percentage) => ({ key: 'a', rollout_percentage })) } }
}

function publicOf({ project }: World): Caller {
  return new Caller(api, project.apiToken)
}

/** Requests the flags of the project as their owner, in an application with other options. */
function sendingTo(
  { owner, flags }: World,
  changes: Partial<Context>,
  options: FlagdeckApplicationOptions = { rateLimit: 'off' },
) {
  const application = flagdeckApplication({ ...api.deck.context, ...changes }, options)
  return async (method: string, request: PlainRequestOptions = {}): Promise<{ readonly body: JsonObject }> => {
    const headers = { authorization: `Bearer ${owner.key}`, ...request.headers }
    const { body } = await application.handle(plainRequest(method, flags, { ...request, headers }))
    return { body: JSON.parse(String(body)) }
  }
}

/** Sends a request while the store fails. */
function failing(error: Error): Request {
  return (world) => {
    const store = { ...api.deck.context.store, read: () => Promise.reject(error) }
    return sendingTo(world, { store })('GET')
  }
}

/** Starts a request to Node's own server, with a header that it refuses. */
function overSocket(header: string, options: ServeOptions = {}): Request {
  return async ({ flags, owner }) => {
    const server = await serve(api.application, { port: 0, ...options })
    try {
      const socket = connect(server.port, '127.0.0.1')
      let received = ''
      socket.setEncoding('utf8').on('data', (text: string) => {
        received += text
      })
      const head = [
        `POST ${flags} HTTP/1.1`,
        'Host: x',
        `Authorization: Bearer ${owner.key}`,
        'Connection: close',
        header,
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      await once(socket, 'close')
      return { body: JSON.parse(received.slice(received.indexOf('\r\n\r\n'))) }
    } finally {
      await server.close({ timeoutMs: 0 })
    }
  }
}
