import { describe, expect, it } from 'vitest'
import { type Actor, SYSTEM } from '../../data/records/actor.ts'
import type { Scope } from '../../data/records/scope.ts'
import { StoreUnavailable } from '../../data/store-errors.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { newPersonalApiKeyRow, newUserRow } from '../../testing/row-builders.ts'
import { testDeck } from '../../testing/test-deck.ts'
import type { ProjectContext } from '../context.ts'
import { CREDENTIAL_TTL_MS, CredentialCache, OUTAGE_CREDENTIAL_TTL_MS } from './credential-cache.ts'

it('KEY-6 does not remember whom it looked up while something changed', async () => {
  const credentials = new CredentialCache()
  const old: Actor = { type: 'project_secret', projectId: 1 }
  await credentials.actor('credential', async () => {
    credentials.lookAgain()
    return old
  })
  const fresh: Actor = { type: 'project_secret', projectId: 2 }
  expect(await credentials.actor('credential', async () => fresh)).toBe(fresh)
})

it('KEY-6 does not remember where it let somebody in while something changed', async () => {
  const { context } = await testDeck()
  const credentials = new CredentialCache()
  await credentials.context(SYSTEM, 'project', async () => {
    credentials.lookAgain()
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

  it('OUT-15 whoever is let out while others look is not let in by what was known before', async () => {
    const { credentials } = await laterThan(CREDENTIAL_TTL_MS)
    const cut = Promise.withResolvers<never>()
    const asked = credentials.actor('credential', () => cut.promise)
    credentials.forget((actor) => actor === known)
    cut.reject(new StoreUnavailable('the cable is cut'))
    await expect(asked).rejects.toBeInstanceOf(StoreUnavailable)
  })
})

describe('OUT-3 what was known of projects while the store is away', () => {
  const reject = (error: Error) => () => Promise.reject(error)
  const isAway = reject(new StoreUnavailable('the cable is cut'))
  const hangs = () => new Promise<never>(() => undefined)
  const keyOf = (scopes: readonly Scope[]): Actor => {
    const user = { ...newUserRow(), id: 1 }
    return { type: 'user', user, key: newPersonalApiKeyRow({ user, scopes }) }
  }
  const wide = keyOf(['*'])

  /** Returns a key that was admitted under two names, the second time before the last lookup of the key. */
  async function keyWithTwoNames() {
    const clock = fixedClock()
    const credentials = new CredentialCache<string>(clock)
    const find = async () => ({ ...wide })
    const enter = async (name: string, open: () => Promise<string>, findKey: () => Promise<Actor> = isAway) =>
      credentials.context(await credentials.actor('credential', findKey), name, open)
    await enter('other', async () => 'other', find)
    clock.advance(CREDENTIAL_TTL_MS)
    await enter('one', async () => 'one', find)
    return { credentials, clock, enter, find }
  }

  it('counts under each name by which the key was let in', async () => {
    const { enter, clock } = await keyWithTwoNames()
    for (const aWhileMs of [0, CREDENTIAL_TTL_MS, CREDENTIAL_TTL_MS]) {
      clock.advance(aWhileMs)
      expect(await enter('one', isAway)).toBe('one')
      expect(await enter('other', isAway)).toBe('other')
    }
    await expect(enter('third', isAway)).rejects.toBeInstanceOf(StoreUnavailable)
  })

  it('counts for an hour, each by itself', async () => {
    const { enter, clock } = await keyWithTwoNames()
    clock.advance(OUTAGE_CREDENTIAL_TTL_MS)
    expect(await enter('one', isAway)).toBe('one')
    await expect(enter('other', isAway)).rejects.toBeInstanceOf(StoreUnavailable)
  })

  it('counts when the key is found and the project is not, and nobody waits for that again', async () => {
    const { enter, clock, find } = await keyWithTwoNames()
    clock.advance(CREDENTIAL_TTL_MS)
    expect(await enter('one', isAway, find)).toBe('one')
    expect(await enter('one', hangs, find)).toBe('one')
    expect(await enter('other', hangs, find)).toBe('other')
  })

  it('is looked up again by everybody once the store is back', async () => {
    const { enter, clock, find } = await keyWithTwoNames()
    clock.advance(CREDENTIAL_TTL_MS)
    await enter('one', isAway, find)
    await enter('one', async () => 'renamed', find)
    await expect.poll(() => enter('one', hangs, find)).toBe('renamed')
    expect(await enter('other', async () => 'renamed too', find)).toBe('renamed too')
  })

  it('does not count for a key that turned out to open less', async () => {
    const { enter, clock } = await keyWithTwoNames()
    clock.advance(CREDENTIAL_TTL_MS)
    const narrow = async () => keyOf(['feature_flag:read'])
    await expect(enter('one', isAway, narrow)).rejects.toBeInstanceOf(StoreUnavailable)
  })

  it('does not count when it was refused', async () => {
    const { enter, clock, find } = await keyWithTwoNames()
    clock.advance(CREDENTIAL_TTL_MS)
    await expect(enter('one', reject(new Error('refused')), find)).rejects.toThrow('refused')
    await expect(enter('one', isAway)).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await enter('other', isAway)).toBe('other')
  })

  it('does not count when something else was heard since', async () => {
    const { credentials, clock } = await keyWithTwoNames()
    clock.advance(CREDENTIAL_TTL_MS)
    const actor = await credentials.actor('credential', isAway)
    expect(await credentials.context(actor, 'one', isAway, () => true)).toBe('one')
    const replaced = async () => credentials.context(actor, 'one', isAway, () => false)
    await expect(replaced()).rejects.toBeInstanceOf(StoreUnavailable)
  })

  it('counts after a change on this instance, which has it looked up before that', async () => {
    const { credentials, enter, find } = await keyWithTwoNames()
    credentials.lookAgain()
    expect(await enter('one', async () => 'renamed', find)).toBe('renamed')
    credentials.lookAgain()
    expect(await enter('one', isAway)).toBe('renamed')
    expect(await enter('other', isAway)).toBe('other')
    credentials.lookAgain()
    expect(await enter('one', async () => 'again', find)).toBe('again')
  })

  it('OUT-15 does not come back when it was taken away', async () => {
    const { credentials, enter, find } = await keyWithTwoNames()
    const before = await credentials.actor('credential', find)
    const secret: Actor = { type: 'project_secret', projectId: 1 }
    await credentials.actor('secret', async () => secret)
    credentials.forget((actor) => actor.type === 'user')
    await expect(enter('one', isAway)).rejects.toBeInstanceOf(StoreUnavailable)
    // The actor of a request that was admitted before.
    await expect(credentials.context(before, 'one', isAway)).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await credentials.actor('secret', isAway)).toBe(secret)
  })

  it('OUT-8 makes room for what a key has come to open', async () => {
    const credentials = new CredentialCache<string>(fixedClock())
    const [first, many] = [keyOf(['*']), keyOf(['*'])]
    await credentials.actor('first', async () => first)
    await credentials.actor('many', async () => many)
    const openUpTo = async (count: number) => {
      for (let n = 0; n < count; n++) await credentials.context(many, String(n), async () => 'project')
    }
    await openUpTo(19_998)
    expect(await credentials.actor('first', isAway)).toBe(first)
    await openUpTo(19_999)
    await expect(credentials.actor('first', isAway)).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await credentials.actor('many', isAway)).toBe(many)
  })
})
