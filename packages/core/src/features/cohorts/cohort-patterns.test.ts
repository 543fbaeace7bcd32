import { describe, expect, it } from 'vitest'
import { newCohortIndex } from '../../testing/row-builders.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { createCohort } from './create-cohort.ts'
import { updateCohort } from './update-cohort.ts'

function patternFilters(patterns: readonly string[]) {
  const values = patterns.map((value) => ({ key: 'mail', type: 'person', operator: 'regex', value }) as const)
  // Each pattern is in a separate group: the limit applies to the whole cohort.
  return {
    properties: { type: 'OR' as const, values: values.map((value) => ({ type: 'AND' as const, values: [value] })) },
  }
}

const LARGE = Array.from({ length: 50 }, (_, index) => `${index}(?:a?){200}`)

describe('COHORT-15 the patterns of a cohort', () => {
  it('may be many as long as they are small', async () => {
    const { context } = await testDeck()
    const patterns = Array.from({ length: 300 }, (_, index) => `^[\\w.+-]+@customer${index}\\.com$`)
    await expect(createCohort(context, { name: 'C', filters: patternFilters(patterns) })).resolves.toBeDefined()
  })

  it('are refused together when they would take too long, without compiling any', async () => {
    const { context } = await testDeck()
    const patterns = Array.from({ length: 3000 }, (_, index) => `${index}(?:\\pL?){100}`)
    const before = process.threadCpuUsage()
    await expect(createCohort(context, { name: 'C', filters: patternFilters(patterns) })).rejects.toMatchObject({
      attr: 'filters',
      message: expect.stringContaining('all regex patterns together are too large'),
    })
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(500)
  })

  it('leave alone what a cohort has already, until others come', async () => {
    const { context, store } = await testDeck()
    const cohort = await createCohort(context, { name: 'C', filters: patternFilters(['a']) })
    // An earlier release accepted this cohort.
    const stored = { ...cohort, properties: patternFilters(LARGE).properties }
    await store.write((tx) => tx.cohorts.update(stored, newCohortIndex('c')))
    await expect(updateCohort(context, cohort.id, { filters: patternFilters(LARGE) })).resolves.toBeDefined()
    await expect(updateCohort(context, cohort.id, { filters: patternFilters([...LARGE, 'b']) })).rejects.toMatchObject({
      message: expect.stringContaining('too large'),
    })
  })
})
