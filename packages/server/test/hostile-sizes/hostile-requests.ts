import type { JsonObject, JsonValue } from '@flagdeck/core'
import { isJsonObject } from '@flagdeck/core/operations'
import type { HostileProject } from './hostile-project.ts'
import { HOSTILE_BYTES, HOSTILE_VALUES } from './hostile-values.ts'

export interface HostileRequest {
  readonly name: string
  /** POST when missing. */
  readonly method?: 'PATCH' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Returns a body of full size; `mark` makes its value unique. */
  readonly body: (mark?: string) => JsonValue
}

/** The subject of an evaluation, in a form that does not depend on the protocol. */
interface HostileSubject {
  readonly distinctId?: JsonValue
  readonly properties?: JsonObject
  readonly groups?: JsonObject
  readonly groupProperties?: JsonObject
  /** Fields that only `/flags/` and `/decide/` have. */
  readonly sdkFields?: JsonObject
}

type Protocol = (
  project: HostileProject,
  subject: HostileSubject,
) => Omit<HostileRequest, 'name' | 'body'> & { body: JsonValue }

const EVALUATIONS: Readonly<Record<string, Protocol>> = {
  '/flags/': (project, subject) => ({ path: '/flags/?v=2&config=true', body: sdkBody(project, subject) }),
  '/decide/': (project, subject) => ({ path: '/decide/?v=3', body: sdkBody(project, subject) }),
  'OFREP in bulk': (project, subject) => ofrep(project, subject, ''),
  'OFREP of one flag': (project, subject) => ofrep(project, subject, '/flag-0'),
  'a trial evaluation': ({ personalApiKey, flagId }, { distinctId = 'ada', properties, groups, groupProperties }) => ({
    path: `/api/projects/@current/feature_flags/${flagId}/test_evaluation/`,
    headers: { authorization: `Bearer ${personalApiKey}` },
    body: {
      distinct_id: distinctId,
      person_properties: properties ?? {},
      groups: groups ?? {},
      group_properties: groupProperties ?? {},
    },
  }),
}

function sdkBody({ token }: HostileProject, subject: HostileSubject): JsonObject {
  const { distinctId = 'ada', properties = {}, groups = {}, groupProperties = {}, sdkFields = {} } = subject
  const fields = { person_properties: properties, groups, group_properties: groupProperties }
  return { token, distinct_id: distinctId, ...fields, ...sdkFields }
}

function ofrep({ token }: HostileProject, subject: HostileSubject, key: string): ReturnType<Protocol> {
  const { distinctId = 'ada', properties = {}, groups = {}, groupProperties = {} } = subject
  const context = { ...properties, targetingKey: distinctId, groups, groupProperties }
  return {
    path: `/ofrep/v1/evaluate/flags${key}`,
    headers: { authorization: `Bearer ${token}` },
    body: { context },
  }
}

/** The places of an evaluation request that accept a value without a natural bound. */
const SUBJECTS: Readonly<Record<string, (value: JsonValue) => HostileSubject>> = {
  'a property': (value) => ({ properties: { value } }),
  'the distinct id': (distinctId) => ({ distinctId }),
  'the device id': (value) => ({ sdkFields: { $device_id: value } }),
  'the anonymous id': (value) => ({ sdkFields: { $anon_distinct_id: value } }),
  'a group key': (value) => ({ groups: { company: value } }),
  'a property of a group': (value) => ({ groups: { company: 'acme' }, groupProperties: { company: { value } } }),
  'all properties': (value) => ({ properties: asObject(value) }),
  'the groups': (value) => ({ groups: asObject(value), groupProperties: asObject(value) }),
  'the flags asked for': (value) => ({ sdkFields: { flag_keys_to_evaluate: asList(value) } }),
  'the evaluation contexts': (value) => ({ sdkFields: { evaluation_contexts: asList(value) } }),
}

/** Returns an object that is as large as the value: the value is a property name or the only property value. */
function asObject(value: JsonValue): JsonObject {
  if (typeof value === 'string') return { [value]: value.slice(0, 100) }
  return isJsonObject(value) ? value : { value }
}

function asList(value: JsonValue): JsonValue {
  return Array.isArray(value) ? value : [value]
}

/**
 * Returns requests in every protocol with every kind of value as a property, and in one protocol with every kind of
 * value in every place.
 */
export function hostileEvaluations(project: HostileProject): HostileRequest[] {
  return combinations(EVALUATIONS, SUBJECTS).map(({ protocol, place, kind, form, placed, hostileValue }) => {
    const { path, headers = {} } = form(project, placed(null))
    const bytes = place === 'the groups' ? HOSTILE_BYTES / 2 : HOSTILE_BYTES
    const body = (mark?: string) => form(project, placed(marked(hostileValue(bytes), mark))).body
    return { name: `${protocol} with ${kind} as ${place}`, path, headers, body }
  })
}

/** The places of an event that accept a value without a natural bound. */
const EVENTS: Readonly<Record<string, (value: JsonValue) => JsonObject>> = {
  'what is set': (value) => ({ event: '$identify', properties: { $set: asObject(value), $set_once: { value: 1 } } }),
  'the name': (value) => ({ event: value, properties: {} }),
  'the distinct id': (value) => ({ event: '$pageview', distinct_id: value }),
  'the UUID and the time': (value) => ({ event: '$pageview', uuid: value, timestamp: value }),
  'a flag that was called': (value) => called({ $feature_flag: value, $feature_flag_response: true }),
  'the response of a flag': (value) => called({ $feature_flag: 'flag-0', $feature_flag_response: value }),
  'the SDK': (value) => called({ $feature_flag: 'flag-0', $feature_flag_response: true, $lib: value }),
  'who called a flag': (value) => ({ ...called({ $feature_flag: 'flag-0' }), distinct_id: value }),
  'what is unset': (value) => ({ event: '$set', properties: { $unset: asList(value) } }),
  'an alias': (value) => ({ event: '$create_alias', properties: { alias: value } }),
  'the anonymous id': (value) => ({ event: '$identify', properties: { $anon_distinct_id: value } }),
  'a group type': (value) => group({ $group_type: value, $group_key: 'acme', $group_set: {} }),
  'a group key': (value) => group({ $group_type: 'company', $group_key: value, $group_set: {} }),
  'what is set of a group': (value) =>
    group({ $group_type: 'company', $group_key: 'acme', $group_set: asObject(value) }),
  'a property that nobody asked for': (value) => ({ event: '$pageview', properties: { value } }),
}

function called(properties: JsonObject): JsonObject {
  return { event: '$feature_flag_called', properties }
}

function group(properties: JsonObject): JsonObject {
  return { event: '$groupidentify', properties }
}

type Sending = (project: HostileProject, event: JsonObject) => ReturnType<Protocol>

const CAPTURES: Readonly<Record<string, Sending>> = {
  '/batch/': ({ token }, event) => ({ path: '/batch/', body: { api_key: token, batch: [event] } }),
  '/e/': ({ token }, event) => ({ path: '/e/', body: [{ ...event, token }] }),
  '/i/v0/e/': ({ token }, event) => ({ path: '/i/v0/e/', body: { ...event, token } }),
  '/engage/': ({ token }, event) => ({ path: '/engage/', body: { ...event, token } }),
  '/i/v1/analytics/events': ({ token }, event) => ({
    path: '/i/v1/analytics/events',
    headers: { authorization: `Bearer ${token}` },
    body: { batch: [event] },
  }),
}

/**
 * Returns events for every endpoint, with every kind of value as a property of a user. For one endpoint, every kind of
 * value is in every place.
 */
export function hostileEvents(project: HostileProject): HostileRequest[] {
  return combinations(CAPTURES, EVENTS).map(({ protocol, place, kind, form, placed, hostileValue }) => {
    const eventOf = (value: JsonValue) => ({ distinct_id: 'ada', ...placed(value) })
    const { path, headers = {} } = form(project, eventOf(null))
    const bytes = place === 'the UUID and the time' ? HOSTILE_BYTES / 2 : HOSTILE_BYTES
    const body = (mark?: string) => form(project, eventOf(marked(hostileValue(bytes), mark))).body
    return { name: `${protocol} with ${kind} as ${place}`, path, headers, body }
  })
}

function marked(value: JsonValue, mark: string | undefined): JsonValue {
  if (mark === undefined) return value
  if (typeof value === 'string') return `${mark}${value}`
  return Array.isArray(value) ? [mark, ...value] : { ...asObject(value), [mark]: mark }
}

interface Combination<Form, Placed> {
  readonly protocol: string
  readonly form: Form
  readonly place: string
  readonly placed: Placed
  readonly kind: string
  readonly hostileValue: (bytes: number) => JsonValue
}

/** Combines the first form with every place, and the others with the first place, each with every kind of value. */
function combinations<Form, Placed>(
  forms: Readonly<Record<string, Form>>,
  places: Readonly<Record<string, Placed>>,
): Combination<Form, Placed>[] {
  return Object.entries(forms).flatMap(([protocol, form], nth) =>
    Object.entries(places)
      .slice(0, nth === 0 ? undefined : 1)
      .flatMap(([place, placed]) =>
        Object.entries(HOSTILE_VALUES).map(([kind, hostileValue]) => ({
          protocol,
          form,
          place,
          placed,
          kind,
          hostileValue,
        })),
      ),
  )
}

/** Returns reports of other services' SDKs, with every kind of value as the name of a flag, a variant and a user. */
export function hostileReports({ token }: HostileProject): HostileRequest[] {
  const headers = { authorization: token }
  return Object.entries(HOSTILE_VALUES).flatMap(([kind, hostileValue]) => [
    {
      name: `Unleash with ${kind} as flags`,
      path: '/api/client/metrics',
      headers,
      body: (mark) => ({ bucket: { toggles: toggles(asObject(marked(hostileValue(HOSTILE_BYTES), mark))) } }),
    },
    {
      name: `Unleash with ${kind} as variants`,
      path: '/api/frontend/client/metrics',
      headers,
      body: (mark) => ({
        bucket: {
          toggles: { 'flag-0': { yes: 1, variants: ones(asObject(marked(hostileValue(HOSTILE_BYTES), mark))) } },
        },
      }),
    },
    {
      name: `GO Feature Flag with ${kind} as a user and a variation`,
      path: '/v1/data/collector',
      headers,
      body: (mark) => ({
        events: [{ kind: 'feature', key: 'flag-0', ...named(marked(hostileValue(HOSTILE_BYTES / 2), mark)) }],
      }),
    },
  ])
}

function toggles(names: JsonObject): JsonObject {
  const fewer = Object.keys(names).slice(0, HOSTILE_BYTES / 40)
  return Object.fromEntries(fewer.map((name) => [name, { yes: 1, no: 1 }]))
}

function ones(names: JsonObject): JsonObject {
  return Object.fromEntries(Object.keys(names).map((name) => [name, 1]))
}

function named(value: JsonValue): JsonObject {
  return { userKey: value, variation: value }
}

/**
 * Returns requests that store a user with the largest permitted value of each kind, and that evaluate the user's flags.
 */
export function hostilePersons(project: HostileProject): HostileRequest[] {
  return Object.entries(HOSTILE_VALUES).flatMap(([kind, hostileValue]) => {
    const distinctId = `known by ${kind}`
    // Members store more than events may (PERSON-3).
    const path = `/api/projects/@current/persons/${encodeURIComponent(distinctId)}/`
    const headers = { authorization: `Bearer ${project.personalApiKey}` }
    const body = () => ({ properties: { value: hostileValue(STORED_BYTES) } })
    const evaluations = Object.entries(EVALUATIONS).map(([protocol, requestOf]) => {
      const { path, headers = {}, body } = requestOf(project, { distinctId })
      return { name: `${protocol} of somebody ${distinctId}`, path, headers, body: () => body }
    })
    return [{ name: `a person with ${kind}`, method: 'PATCH', path, headers, body }, ...evaluations]
  })
}

/** Just under the size limit of all properties of a user (PERSON-3). */
const STORED_BYTES = 500_000
