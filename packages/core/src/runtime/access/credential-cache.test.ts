import { describe, expect, it } from 'vitest'
import { type Actor, SYSTEM } from '../../data/records/actor.ts'
import { StoreUnavailable } from '../../data/store-errors.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { testDeck } from '../../testing/test-deck.ts'
import type { ProjectContext } from '../context.ts'
import { CREDENTIAL_TTL_MS, CredentialCache, OUTAGE_CREDENTIAL_TTL_MS } from './credential-cache.ts'

it('KEY-6 does not remember whom it looked up while everything was forgotten', async () => {
  const credentials = new CredentialCache()
  const old: Actor = { type: 'project_secret', projectId: 1 }
  await credentials.actor('credential', async () => {
    credentials.clear()
    return old
  })
  const fresh: Actor = { type: 'project_secret', projectId: 2 }
  expect(await credentials.actor('credential', async () => fresh)).toBe(fresh)
})

it('KEY-6 does not remember where it let somebody in while everything was forgotten', async () => {
  const { context } = await testDeck()
  const credentials = new CredentialCache()
  await credentials.context(SYSTEM, 'project', async () => {
    credentials.clear()
    return context
  })
  const fresh: ProjectContext = { ...context }
  expect(await credentials.context(SYSTEM, 'project', async () => fresh)).toBe(fresh)
})

it('KEY-13 looks only once for all who come meanwhile, whoever they are and wherever they want to go', async () => {
  const { context } = await testDeck()
  const credentials = new CredentialCache()
  const found = Promise.withResolvers<Actor>()
  const opened = Promise.withResolvers<ProjectContext>()
  let looks = 0
  const look = <T>(answer: Promise<T>) => {
    looks++
    return answer
  }
  const enter = async () => {
    const actor = await credentials.actor('credential', () => look(found.promise))
    return credentials.context(actor, 'project', () => look(opened.promise))
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
  const credentials = new CredentialCache()
  const refused = Promise.withResolvers<never>()
  const first = credentials.actor('credential', () => refused.promise)
  const second = credentials.actor('credential', async () => SYSTEM)
  refused.reject(new Error('refused'))
  await expect(first).rejects.toThrow('refused')
  expect(await second).toBe(SYSTEM)
  const closed = credentials.context(SYSTEM, 'project', () => Promise.reject(new Error('closed')))
  const open = credentials.context(SYSTEM, 'project', async () => context)
  await expect(closed).rejects.toThrow('closed')
  expect(await open).toBe(context)
})

it('KEY-13 looks twice, and no more, for however many who are refused at once', async () => {
  const credentials = new CredentialCache()
  let looks = 0
  const refuse = async (): Promise<never> => {
    looks++
    throw new Error('refused')
  }
  const refused = Array.from({ length: 1000 }, async () => credentials.context(SYSTEM, 'project', refuse))
  const outcomes = await Promise.allSettled(refused)
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']))
  expect(looks).toBe(2)
})

it('KEY-6 remembers no refusal', async () => {
  const credentials = new CredentialCache()
  await expect(credentials.actor('credential', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(await credentials.actor('credential', async () => SYSTEM)).toBe(SYSTEM)
})

describe('OUT-3 while the store is away', () => {
  const known: Actor = { type: 'project_secret', projectId: 1 }
  const isAway = () => Promise.reject(new StoreUnavailable('the cable is cut'))
  const hangs = () => new Promise<never>(() => undefined)

  async function laterThan(ms: number) {
    const clock = fixedClock()
    const credentials = new CredentialCache(clock)
    await credentials.actor('credential', async () => known)
    clock.advance(ms)
    return { credentials, clock }
  }

  it('whoever was let in before still is, and nobody else', async () => {
    const { credentials } = await laterThan(CREDENTIAL_TTL_MS)
    expect(await credentials.actor('credential', isAway)).toBe(known)
    await expect(credentials.actor('another', isAway)).rejects.toBeInstanceOf(StoreUnavailable)
  })

  it('nobody waits for it again, once it was found to be away', async () => {
    const { credentials } = await laterThan(CREDENTIAL_TTL_MS)
    await credentials.actor('credential', isAway)
    expect(await credentials.actor('credential', hangs)).toBe(known)
  })

  it('that ends after an hour', async () => {
    const { credentials } = await laterThan(OUTAGE_CREDENTIAL_TTL_MS + 1)
    await expect(credentials.actor('credential', isAway)).rejects.toBeInstanceOf(StoreUnavailable)
  })

  it('a key that turns out to be gone is refused, at once and from then on', async () => {
    const { credentials } = await laterThan(CREDENTIAL_TTL_MS)
    await expect(credentials.actor('credential', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    await expect(credentials.actor('credential', isAway)).rejects.toBeInstanceOf(StoreUnavailable)
  })

  it('the store is asked again by everybody once it is back', async () => {
    const { credentials } = await laterThan(CREDENTIAL_TTL_MS)
    await credentials.actor('credential', isAway)
    const back: Actor = { type: 'project_secret', projectId: 2 }
    await credentials.actor('credential', async () => back)
    await expect.poll(() => credentials.actor('credential', hangs)).toBe(back)
  })
})
