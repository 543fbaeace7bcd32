import { describe, expect, it } from 'vitest'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import { unreadKeyWarnings } from './unread-keys.ts'

/** Returns the warning about filters that contain keys outside of their type. */
const sentence = (filters: object) => unreadKeyWarnings(filters as FilterInput)[0]?.detail

describe('FLAG-56 keys of filters that nothing looks at', () => {
  it.each([
    [{ groups: [{ rollout: 25 }] }, '"groups[0].rollout" (did you mean rollout_percentage?)'],
    [{ groups: [{}, { rolloutPercentage: 25 }] }, '"groups[1].rolloutPercentage" (did you mean rollout_percentage?)'],
    [{ groups: [{ filters: [] }] }, '"groups[0].filters"'],
    [{ groups: [], earlyExit: true }, '"earlyExit" (did you mean early_exit?)'],
    [
      { groups: [{ properties: [{ key: 'plan', type: 'person', op: 'exact' }] }] },
      '"groups[0].properties[0].op" (did you mean operator?)',
    ],
    [
      { multivariate: { variants: [{ key: 'a', rollout_percentage: 100, colour: 'red' }] } },
      '"multivariate.variants[0].colour"',
    ],
    [{ a: 1, b: 2, c: 3, d: 4, e: 5 }, '"a", "b", "c" and 2 more'],
  ])('are told by where they are: %j', (filters, told) => {
    expect(sentence(filters)).toBe(`These keys of its filters have no effect: ${told}. Check for mistyped names.`)
  })

  it('are none where everything is known, or known to be sent', () => {
    const property = { key: 'plan', type: 'person', operator: 'exact', value: 'pro', dependency_chain: [] }
    const group = { properties: [property], rollout_percentage: 5, variant: null, sort_key: 'x', description: '' }
    expect(
      sentence({ groups: [group], payloads: { anything: 1 }, super_groups: [], holdout_groups: [], own: null }),
    ).toBe(undefined)
  })

  it.each([null, 'x', [], { groups: [null, 5], multivariate: 5 }])('are none in the damaged %j', (filters) => {
    expect(unreadKeyWarnings(filters as unknown as FilterInput)).toEqual([])
  })

  it('VALID-5 are told in a sentence that does not grow with them', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`${at}${'x'.repeat(1000)}`, at]))
    expect(sentence(many)?.length).toBeLessThan(500)
  })
})
