import { describe, expect, it } from 'vitest'
import { testDeck } from '../../testing/test-deck.ts'
import { listCohortMembers } from '../cohorts/list-cohort-members.ts'
import { setPersonProperties } from '../persons/set-person-properties.ts'
import { createCohortForFlag } from './create-cohort-for-flag.ts'

const PRO = { groups: [{ properties: [{ key: 'plan', type: 'person', operator: 'exact', value: 'pro' } as const] }] }

async function deckWithPersons() {
  const deck = await testDeck()
  for (const [id, plan] of [
    ['ada', 'pro'],
    ['bob', 'free'],
    ['cleo', 'pro'],
  ] as const) {
    await setPersonProperties(deck.context, id, { properties: { plan } })
  }
  const flag = await deck.flags.create({ key: 'k', filters: PRO })
  return { ...deck, flag }
}

describe('a static cohort of whom a flag is on for', () => {
  it('IMPACT-27 has the known persons for whom it is on now, and stays so', async () => {
    const { context, flags, flag } = await deckWithPersons()
    const cohort = await flags.createStaticCohort(flag.id)
    const name = 'Users with feature flag k enabled at 2026-01-01 12:00:00'
    expect(cohort).toMatchObject({ name, isStatic: true, memberCount: 2 })
    await flags.disable(flag.id)
    const { items } = await listCohortMembers(context, cohort.id, { limit: 10, offset: 0 })
    expect(items).toEqual(['ada', 'cleo'])
  })

  it('IMPACT-27 is empty while the flag is off, and refused of a deleted one', async () => {
    const { flags, flag } = await deckWithPersons()
    await flags.disable(flag.id)
    expect(await flags.createStaticCohort(flag.id)).toMatchObject({ memberCount: 0 })
    await flags.delete(flag.id)
    await expect(flags.createStaticCohort(flag.id)).rejects.toThrow('Restore it first.')
  })

  it.each(['cohort:write', 'feature_flag:read', 'person:read'] as const)(
    'IMPACT-27 tells who they are, and takes the scope %s',
    async (missing) => {
      const { as, member, flag } = await deckWithPersons()
      const scopes = (['cohort:write', 'feature_flag:read', 'person:read'] as const).filter((each) => each !== missing)
      const refused = createCohortForFlag(await as(member, { scopes }), flag.id)
      await expect(refused).rejects.toMatchObject({ kind: 'permission_denied' })
    },
  )
})
