import { describe, expect, it } from 'vitest'
import type { PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import type { Subject } from '../../evaluation/definition/subject.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { createCohort } from '../cohorts/create-cohort.ts'
import { completeSubject } from './complete-subject.ts'
import { setPersonProperties } from './set-person-properties.ts'

const firstBrowser = (operator: 'exact' | 'is_not' = 'exact') =>
  ({ key: '$initial_browser', type: 'person', value: 'Firefox', operator }) as const

async function deckWithFlag(filter: PropertyFilter) {
  const deck = await testDeck()
  const { context, flags, project } = deck
  await flags.create({ key: 'f', filters: { groups: [{ properties: [filter] }] } })
  const complete = async (subject: Partial<Subject>) => {
    const snapshot = await context.snapshots.get(project.id)
    if (!snapshot) throw new Error('the project is gone')
    const completed = await completeSubject(context, snapshot, { distinctId: 'u', ...subject })
    return { completed, enabled: snapshot.evaluation.isEnabled('f', completed) }
  }
  return {
    ...deck,
    complete,
    isOn: async (properties: JsonObject, distinctId = 'u') => (await complete({ distinctId, properties })).enabled,
  }
}

describe('the first value of a property', () => {
  it("PERSON-16 is that of the request while none is known, also in a cohort's filters", async () => {
    const { context, flags, isOn, complete } = await deckWithFlag(firstBrowser())
    expect(await isOn({ $browser: 'Firefox' })).toBe(true)
    expect(await isOn({ $browser: 'Safari' })).toBe(false)
    expect(await isOn({ $browser: 'Firefox' }, 'x'.repeat(401))).toBe(true)
    expect(await isOn({})).toBe(false)
    const { id } = await createCohort(context, { name: 'C', filters: { properties: firstBrowser() } })
    await flags.update((await flags.list()).items[0]?.id ?? 0, {
      filters: { groups: [{ properties: [{ key: 'id', type: 'cohort', value: id }] }] },
    })
    expect((await complete({ properties: { $browser: 'Firefox' } })).enabled).toBe(true)
  })

  it('PERSON-16 gives way to the one that is stored, and that to the one of the request', async () => {
    const { context, isOn } = await deckWithFlag(firstBrowser())
    await setPersonProperties(context, 'u', { properties: { $initial_browser: 'Safari' } })
    expect(await isOn({ $browser: 'Firefox' })).toBe(false)
    expect(await isOn({ $browser: 'Safari', $initial_browser: 'Firefox' })).toBe(true)
    expect(await isOn({ $browser: 'Firefox', $initial_browser: null })).toBe(false)
  })

  it('PERSON-16 may come from the value that is stored, unless the request has a newer', async () => {
    const { context, isOn } = await deckWithFlag(firstBrowser())
    await setPersonProperties(context, 'u', { properties: { $browser: 'Firefox' } })
    expect(await isOn({})).toBe(true)
    expect(await isOn({ $browser: 'Safari' })).toBe(false)
  })

  it('PERSON-16 makes negative filters see a value', async () => {
    const { isOn } = await deckWithFlag(firstBrowser('is_not'))
    expect([await isOn({}), await isOn({ $browser: 'Firefox' })]).toEqual([true, false])
  })

  it.each([
    ['utm_source', '$initial_utm_source'],
    ['_kx', '$initial__kx'],
    ['$current_url', '$initial_current_url'],
  ])('PERSON-16 of %s is %s', async (name, initialName) => {
    const { isOn } = await deckWithFlag({ key: initialName, type: 'person', value: 'x' })
    expect(await isOn({ [name]: 'x' })).toBe(true)
  })

  it('PERSON-16 is filled in for names of visits only, and only when a flag asks', async () => {
    const { isOn } = await deckWithFlag({ key: '$initial_plan', type: 'person', value: 'x' })
    expect(await isOn({ plan: 'x', $plan: 'x' })).toBe(false)
    const { complete } = await deckWithFlag(firstBrowser())
    const { completed } = await complete({ properties: { $browser: 'Firefox', $os: 'Linux' } })
    expect(completed.properties).toEqual({ $browser: 'Firefox', $os: 'Linux', $initial_browser: 'Firefox' })
  })
})
