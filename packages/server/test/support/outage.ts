import type { JsonValue } from '@flagdeck/core'
import { expect } from 'vitest'
import { type Answer, ask, FLAGS, type Installation, type Instance } from './instances.ts'

/** The longest time that a client may wait for a response, in any state of the database (OUT-4). */
const LONGEST_ANSWER_MS = 6000
/** The longest time after an outage until everything works again (OUT-6). */
const LONGEST_RETURN_MS = 5000

/** Sends a request as a client does, and expects that the response arrives in time. */
export async function askInTime(...question: Parameters<typeof ask>): Promise<Answer> {
  const startedAt = performance.now()
  const answer = await ask(...question)
  expect(performance.now() - startedAt, question[1]).toBeLessThan(LONGEST_ANSWER_MS)
  return answer
}

/** Evaluates once over each protocol. Returns the status, and whether the flag `beta` is on. */
async function evaluateEverywhere(
  instance: Instance,
  { personalApiKey: key, projectToken: token }: Installation,
): Promise<readonly Answer[]> {
  const subject = { token, distinct_id: 'ada' }
  const context = { targetingKey: 'ada' }
  return Promise.all([
    askInTime(instance, '/flags/?v=2', { body: subject }),
    askInTime(instance, '/decide/?v=3', { body: subject }),
    askInTime(instance, '/ofrep/v1/evaluate/flags', { key: token, body: { context } }),
    askInTime(instance, '/ofrep/v1/evaluate/flags/beta', { key: token, body: { context } }),
    askInTime(instance, `/flags/definitions?token=${token}`, { key }),
  ])
}

/** OUT-1, OUT-2: expects that every protocol responds as usual, and reports the age of the flags. */
export async function expectEvaluation(instance: Instance, installation: Installation): Promise<void> {
  for (const { status, text, headers } of await evaluateEverywhere(instance, installation)) {
    expect({ status, text }).toEqual({ status: 200, text: expect.stringContaining('beta') })
    expect(headers.get('flagdeck-definitions-age')).toMatch(/^\d+$/)
  }
}

/** OUT-4: expects that requests that need the database fail in time, with `Retry-After`. */
export async function expectOutage(instance: Instance, installation: Installation): Promise<void> {
  const answers = await Promise.all([read(instance, installation), write(instance, installation)])
  for (const answer of answers) expectUnavailable(answer)
}

export function expectUnavailable({ status, headers, body }: Answer): void {
  expect({ status, body }).toMatchObject({ status: 503, body: { type: 'server_error', code: 'service_unavailable' } })
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
}

/** OUT-6: expects that reading, writing and readiness work again. */
export async function expectRecovery(instance: Instance, installation: Installation): Promise<void> {
  const statuses = async () => {
    const answers = [await read(instance, installation), await write(instance, installation)]
    const ready = await askInTime(instance, '/_readyz')
    return [...answers.map(({ status }) => status), ready.body.status]
  }
  await expect.poll(statuses, { timeout: LONGEST_RETURN_MS, interval: 100 }).toEqual([200, 201, 'ready'])
}

export function read(instance: Instance, { personalApiKey: key }: Installation): Promise<Answer> {
  return askInTime(instance, FLAGS, { key })
}

let written = 0

/** Creates a flag with a new key. */
export function write(instance: Instance, { personalApiKey: key }: Installation): Promise<Answer> {
  const body: JsonValue = { key: `flag-${++written}`, filters: { groups: [{}] } }
  return askInTime(instance, FLAGS, { key, body })
}
