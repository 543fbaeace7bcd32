import { expect, it } from 'vitest'
import { type Actor, SYSTEM } from '../access/actor.ts'
import type { ProjectContext } from '../context.ts'
import { testDeck } from '../testing/test-deck.ts'
import { GrantCache } from './grant-cache.ts'

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

it('KEY-6 remembers no refusal', async () => {
  const grants = new GrantCache()
  await expect(grants.actor('credential', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(await grants.actor('credential', async () => SYSTEM)).toBe(SYSTEM)
})
