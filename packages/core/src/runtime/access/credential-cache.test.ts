import { describe, expect, it } from 'vitest'
import { type Actor, SYSTEM } from '../../data/records/actor.ts'
import { StoreUnavailable } from '../../data/store-errors.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { testDeck } from '../../testing/test-deck.ts'
import type { ProjectContext } from '../context.ts'
import { GRANT_TTL_MS, GrantCache, OUTAGE_GRANT_TTL_MS } from './credential-cache.ts'

it('KEY-6 does not remember whom it looked up while everything was forgotten', async () => {
  const grants = new GrantCache()
  const old: Actor = { type: 'project_secret', projectId: 1 }
  await grants.actor('credential', async () => {
    grants.clear()
    return old
  })
  const fresh: Actor = { type: 'project_secret', projectId: 2 }
  expect(await grants.actor('credential', async () => fresh)).toBe(fresh)
})

it('KEY-6 does not remember where it let somebody in while everything was forgotten', async () => {
  const { context } = await testDeck()
  const grants = new GrantCache()
  await grants.context(SYSTEM, 'project', async () => {
    grants.clear()
    return context
  })
  const fresh: ProjectContext = { ...context }
  expect(await grants.context(SYSTEM, 'project', async () => fresh)).toBe(fresh)
})

it('KEY-13 looks only once for all who come meanwhile, whoever they are and wherever they want to go', async () => {
  const { context } = await testDeck()
  const grants = new GrantCache()
  const found = Promise.withResolvers<Actor>()
  const opened = Promise.withResolvers<ProjectContext>()
  let looks = 0
  const look = <T>(answer: Promise<T>) => {
    looks++
    return answer
  }
  const enter = async () => {
    const actor = await grants.actor('credential', () => look(found.promise))
    return grants.context(actor, 'project', () => look(opened.promise))
  }
  const coming = Array.from({ length: 10_000 }, enter)
  found.resolve(SYSTEM)
  await found.promise
  opened.resolve(context)
  expect(new Set(await Promise.all(coming))).toEqual(new Set([context]))
  expect(looks).toBe(2)
})

it('KEY-13 looks again for who came while another was refused', async () => {
  const { context } = await testDeck()
  const grants = new GrantCache()
  const refused = Promise.withResolvers<never>()
  const first = grants.actor('credential', () => refused.promise)
  const second = grants.actor('credential', async () => SYSTEM)
  refused.reject(new Error('refused'))
  await expect(first).rejects.toThrow('refused')
  expect(await second).toBe(SYSTEM)
  const closed = grants.context(SYSTEM, 'project', () => Promise.reject(new Error('closed')))
  const open = grants.context(SYSTEM, 'project', async () => context)
  await expect(closed).rejects.toThrow('closed')
  expect(await open).toBe(context)
})

it('KEY-13 looks twice, and no more, for however many who are refused at once', async () => {
  const grants = new GrantCache()
  let looks = 0
  const refuse = async (): Promise<never> => {
    looks++
    throw new Error('refused')
  }
  const refused = Array.from({ length: 1000 }, async () => grants.context(SYSTEM, 'project', refuse))
  const outcomes = await Promise.allSettled(refused)
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']))
  expect(looks).toBe(2)
})

it('KEY-6 remembers no refusal', async () => {
  const grants = new GrantCache()
  await expect(grants.actor('credential', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(await grants.actor('credential', async () => SYSTEM)).toBe(SYSTEM)
})

describe('OUT-3 while the store is away', () => {
  const known: Actor = { type: 'project_secret', projectId: 1 }
  const isAway = () => Promise.reject(new StoreUnavailable('the cable is cut'))
  const hangs = () => new Promise<never>(() => undefined)

  async function laterThan(ms: number) {
    const clock = fixedClock()
    const grants = new GrantCache(clock)
    await grants.actor('credential', async () => known)
    clock.advance(ms)
    return { grants, clock }
  }

  it('whoever was let in before still is, and nobody else', async () => {
    const { grants } = await laterThan(GRANT_TTL_MS)
    expect(await grants.actor('credential', isAway)).toBe(known)
    await expect(grants.actor('another', isAway)).rejects.toBeInstanceOf(StoreUnavailable)
  })

  it('nobody waits for it again, once it was found to be away', async () => {
    const { grants } = await laterThan(GRANT_TTL_MS)
    await grants.actor('credential', isAway)
    expect(await grants.actor('credential', hangs)).toBe(known)
  })

  it('that ends after an hour', async () => {
    const { grants } = await laterThan(OUTAGE_GRANT_TTL_MS + 1)
    await expect(grants.actor('credential', isAway)).rejects.toBeInstanceOf(StoreUnavailable)
  })

  it('a key that turns out to be gone is refused, at once and from then on', async () => {
    const { grants } = await laterThan(GRANT_TTL_MS)
    await expect(grants.actor('credential', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    await expect(grants.actor('credential', isAway)).rejects.toBeInstanceOf(StoreUnavailable)
  })

  it('the store is asked again by everybody once it is back', async () => {
    const { grants } = await laterThan(GRANT_TTL_MS)
    await grants.actor('credential', isAway)
    const back: Actor = { type: 'project_secret', projectId: 2 }
    await grants.actor('credential', async () => back)
    await expect.poll(() => grants.actor('credential', hangs)).toBe(back)
  })
})
