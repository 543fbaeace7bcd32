import { randomInt, randomUUID } from 'node:crypto'
import type { JsonObject } from '@flagdeck/core'
import { expect } from 'vitest'
import { ask, type Instance } from '../../../../packages/server/test/support/instances.ts'
import type { CallTally } from './call-tally.ts'

/** The possible results of the flags. */
export const VARIANTS: Readonly<Record<string, readonly string[]>> = {
  plain: ['true'],
  colors: ['red', 'green', 'blue'],
}

const EVENTS = 20
/** Few enough that they are counted exactly. */
const USERS = 700
/** One of this many batches is sent again although it was acknowledged. */
const REPEATED = 5

const anyUser = () => `user-${randomInt(USERS)}`

interface Event {
  readonly flagKey: string
  readonly variant: string
  readonly user: string
  readonly uuid: string
}

function anyEvent(): Event {
  const keys = Object.keys(VARIANTS)
  const flagKey = keys[randomInt(keys.length)] ?? ''
  const variants = VARIANTS[flagKey] ?? []
  return { flagKey, variant: variants[randomInt(variants.length)] ?? '', user: anyUser(), uuid: randomUUID() }
}

function asCapture({ flagKey, variant, user, uuid }: Event): JsonObject {
  const response = variant === 'true' ? true : variant
  const properties = { $feature_flag: flagKey, $feature_flag_response: response }
  return { event: '$feature_flag_called', distinct_id: user, uuid, properties }
}

/** A project on several instances, with the tally of its calls. */
export interface CallReporting {
  readonly token: string
  readonly tally: CallTally
  /** Returns the instances that are not being stopped. */
  readonly others: (instance: Instance) => readonly Instance[]
}

/**
 * Reports exposures like SDKs until the instance has ended. Batches without a response are reported to another
 * instance.
 */
export async function reportExposures(instance: Instance, { token, tally, others }: CallReporting): Promise<void> {
  for (let n = 0; ; n++) {
    const events = Array.from({ length: EVENTS }, anyEvent)
    const body = { api_key: token, batch: events.map(asCapture) }
    const send = async (to: Instance) => {
      const answer = await ask(to, '/batch/', { body }).catch(() => undefined)
      if (answer) expect(answer, answer.text).toMatchObject({ status: 200 })
      return answer !== undefined
    }
    const isAnswered = await send(instance)
    const again = isAnswered && n % REPEATED !== 0 ? [] : others(instance)
    const isTaken = (await Promise.all(again.map(send))).includes(true) || isAnswered
    if (isTaken) for (const { flagKey, variant, user } of events) tally.add('exposures', flagKey, variant, user)
    if (!isAnswered) return
  }
}

/** Evaluates flags until the instance has ended. Evaluations without a response were not started (SERVE-30). */
export async function reportEvaluations(instance: Instance, { token, tally }: CallReporting): Promise<void> {
  for (;;) {
    const user = anyUser()
    const answer = await ask(instance, '/flags/?v=2', { body: { token, distinct_id: user } }).catch(() => undefined)
    if (!answer) return
    expect(answer, answer.text).toMatchObject({ status: 200 })
    // `flags` is an object of objects by key.
    const flags = answer.body.flags as Readonly<Record<string, { readonly variant: string | null }>>
    for (const [key, { variant }] of Object.entries(flags)) tally.add('evaluations', key, variant ?? 'true', user)
  }
}
