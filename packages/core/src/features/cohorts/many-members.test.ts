import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { testDeck } from '../../testing/test-deck.ts'
import { addCohortMembers, addCohortMembersFromCsv } from './change-cohort-members.ts'
import { createCohort } from './create-cohort.ts'
import { listCohortMembers } from './list-cohort-members.ts'
import { retrieveCohort } from './retrieve-cohort.ts'

const MANY = Array.from({ length: 100_000 }, (_, n) => `user-${(n * 7919) % 100_000}`)

async function deckWithList() {
  const { context } = await testDeck()
  const { id } = await createCohort(context, { name: 'List', isStatic: true })
  return { context, id }
}

describe('COHORT-23 very many members', () => {
  it('are added once each, while others have their turns', { timeout: 60_000 }, async () => {
    const { context, id } = await deckWithList()
    const list = [...MANY, ...MANY.slice(0, 1000), '', 'last']
    const csv = `name,id\n${MANY.map((each) => `x,"${each}"\n\n`).join('')}x,newest`
    let [turns, over] = [0, false]
    const others = (async () => {
      for (; !over; turns++) await setImmediate()
    })()
    expect((await addCohortMembers(context, id, list)).memberCount).toBe(MANY.length + 1)
    expect((await addCohortMembersFromCsv(context, id, csv)).cohort.memberCount).toBe(MANY.length + 2)
    over = true
    await others
    expect(turns).toBeGreaterThan(100)
    const { items } = await listCohortMembers(context, id, { limit: 1000, offset: 0 })
    expect(items).toEqual(items.toSorted())
  })

  it('are refused together when the last of them cannot be', async () => {
    const { context, id } = await deckWithList()
    const refused = addCohortMembersFromCsv(context, id, [...MANY, 'x'.repeat(401)].join('\n'))
    await expect(refused).rejects.toMatchObject({ message: expect.stringMatching(/^line 100001: /) })
    expect((await retrieveCohort(context, id)).memberCount).toBe(0)
  })

  it('let somebody read the cohort as it was until all are in', async () => {
    const { context, id } = await deckWithList()
    const seen = new Set<number | null>()
    let over = false
    const reader = (async () => {
      while (!over) {
        seen.add((await retrieveCohort(context, id)).memberCount)
        await setImmediate()
      }
    })()
    await addCohortMembers(context, id, MANY)
    over = true
    await reader
    expect([...seen].filter((count) => count !== 0 && count !== MANY.length)).toEqual([])
  })
})
