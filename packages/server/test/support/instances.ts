import type { JsonValue } from '@flagdeck/core'
import { createMigratedDatabase } from '@flagdeck/store-postgres/testing'
import { expect, onTestFinished } from 'vitest'
import { type ServerOptions, startServer } from '../../src/index.ts'

/** A server in this process, one of several that share a database. */
export interface Instance {
  readonly url: string
  close(): Promise<void>
}

/** The addresses and credentials for requests to instances of one database. */
export interface Installation {
  readonly databaseUrl: string
  readonly personalApiKey: string
  readonly projectToken: string
  /** Starts another instance, which is closed after the test. */
  start(options?: ServerOptions): Promise<Instance>
  /** Removes the database even if it is in use. */
  dropDatabase(): Promise<void>
}

const QUIET: ServerOptions = { port: 0, logLevel: 'silent', rateLimit: 'off', metrics: 'on' }

/** Creates an empty database with one project, which is removed after the test. */
export async function newInstallation(serverUrl: string, common: ServerOptions = {}): Promise<Installation> {
  const database = await createMigratedDatabase(serverUrl)
  let dropped: Promise<void> | undefined
  const dropDatabase = () => {
    dropped ??= database.dispose()
    return dropped
  }
  onTestFinished(dropDatabase)
  const start = async (options: ServerOptions = {}) => {
    const instance = await startServer({ ...QUIET, databaseUrl: database.url, ...common, ...options })
    onTestFinished(() => instance.close())
    return instance
  }
  const first = await startServer({ ...QUIET, databaseUrl: database.url })
  await first.close()
  if (!first.credentials) throw new Error('the database was not empty')
  return { databaseUrl: database.url, ...first.credentials, start, dropDatabase }
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body, if it is JSON. */
  readonly body: Readonly<Record<string, JsonValue>>
}

export interface Question {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly body?: JsonValue
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request to an instance, and reads the whole response. */
export async function ask({ url }: Instance, path: string, question: Question = {}): Promise<Answer> {
  const { body, key, headers, method = body === undefined ? 'GET' : 'POST' } = question
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
  // Every JSON response that the tests request is an object.
  const parsed = isJson ? (JSON.parse(text) as Answer['body']) : {}
  return { status: response.status, headers: response.headers, text, body: parsed }
}

export const FLAGS = '/api/projects/@current/feature_flags/'

/** A flag that is changed through one instance and seen through others. */
export interface SampleFlag {
  readonly id: number
  /** Turns it on or off for all users. Returns the version that contains the change. */
  turn(instance: Instance, on: boolean): Promise<number>
}

/** The default key of a sample flag. */
export const SAMPLE_FLAG = 'beta'

export async function sampleFlag(
  instance: Instance,
  { personalApiKey: key }: Pick<Installation, 'personalApiKey'>,
  flagKey: string = SAMPLE_FLAG,
): Promise<SampleFlag> {
  const created = await ask(instance, FLAGS, { key, body: { key: flagKey, filters: filtersFor(false) } })
  expect(created.status).toBe(201)
  const id = Number(created.body.id)
  const turn = async (on: Instance, isOn: boolean) => {
    const question = { method: 'PATCH', key, body: { filters: filtersFor(isOn) } } as const
    const changed = await ask(on, `${FLAGS}${id}/`, question)
    expect(changed.status).toBe(200)
    return Number(changed.headers.get('flagdeck-version'))
  }
  return { id, turn }
}

function filtersFor(isOn: boolean): JsonValue {
  return { groups: [{ rollout_percentage: isOn ? 100 : 0 }] }
}

/** Whether `/flags/` of an instance returns that the sample flag is on. */
export async function isOn(
  instance: Instance,
  { projectToken: token }: Pick<Installation, 'projectToken'>,
): Promise<boolean> {
  const answer = await ask(instance, '/flags/?v=2', { body: { token, distinct_id: 'ada' } })
  expect(answer.status).toBe(200)
  return answer.text.includes('"enabled":true')
}

/** Returns how long it took until an instance returned the expected result, in milliseconds. */
export async function timeUntil(expected: boolean, instance: Instance, installation: Installation): Promise<number> {
  const startedAt = performance.now()
  await expect.poll(() => isOn(instance, installation), { interval: 2, timeout: 20_000 }).toBe(expected)
  return performance.now() - startedAt
}
