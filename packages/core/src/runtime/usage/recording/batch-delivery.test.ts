import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Store } from '../../../data/store.ts'
import { StoreUnavailable } from '../../../data/store-errors.ts'
import { type UsageTrial, usageTrial } from '../../../testing/usage/usage-trial.ts'

/** An action of one of three instances on a store, or an event in the next transaction of any instance. */
interface Step {
  readonly instance: number
  readonly what: 'count' | 'flush' | 'lose answer' | 'refuse'
  /** The event of a counted call; null when there is none. */
  readonly event: number | null
}

const step: fc.Arbitrary<Step> = fc.record({
  instance: fc.nat(2),
  what: fc.constantFrom('count', 'count', 'count', 'flush', 'flush', 'lose answer', 'refuse'),
  event: fc.option(fc.nat(10)),
})

describe('what several instances bring into a store', () => {
  it('USAGE-10 USAGE-13 counts once, whatever fails in whatever order', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), countsOnce), { numRuns: 20 })
  }, 30_000)
})

async function countsOnce(steps: readonly Step[]): Promise<void> {
  const { instances, first, store, projectId } = await threeInstances()
  const { write } = store
  const events = new Set<number>()
  let expected = 0
  for (const { instance, what, event } of steps) {
    const each = instances[instance] ?? first
    if (what === 'count') {
      each.context.usage.record(each.call({ projectId, uuid: event === null ? null : `event ${event}` }))
      if (event === null || !events.has(event)) expected++
      if (event !== null) events.add(event)
    } else if (what === 'flush') await each.flush()
    else failOnce(store, what)
  }
  store.write = write
  for (const { context } of instances) await context.usage.close()
  expect(await first.counts()).toEqual([expected, expected])
}

async function threeInstances() {
  const first = await usageTrial({ onError: () => undefined })
  const { store, project } = first
  const instances: UsageTrial[] = [first]
  for (let n = 1; n < 3; n++) instances.push(await usageTrial({ store, onError: () => undefined }))
  return { instances, first, store, projectId: project.id }
}

function failOnce(store: Store, how: 'lose answer' | 'refuse'): void {
  const { write } = store
  store.write = async (work, options) => {
    store.write = write
    if (how === 'lose answer') await write.call(store, work, options)
    throw new StoreUnavailable(how)
  }
}
