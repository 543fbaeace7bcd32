import { describe, expect, it } from 'vitest'
import { testDeck } from '../testing/test-deck.ts'

describe('a flag of a deck', () => {
  it('EMBED-44 is named by its id or its key', async () => {
    const { flags, dashboards } = await testDeck()
    const { id } = await flags.create({ key: 'checkout' })
    expect((await flags.get('checkout')).id).toBe(id)
    expect(await flags.update('checkout', { name: 'Checkout' })).toMatchObject({ id, version: 2 })
    expect((await flags.disable('checkout')).active).toBe(false)
    expect((await flags.versions('checkout')).count).toBe(3)
    expect((await flags.status('checkout')).status).toBe('active')
    expect((await flags.access.list('checkout')).count).toBe(0)
    expect((await flags.test('checkout', { distinctId: 'a' })).decision.key).toBe('checkout')
    expect((await dashboards.createForFlag('checkout')).id).toBe(id)
    expect((await flags.activity('checkout')).count).toBeGreaterThan(2)
  })

  it('EMBED-44 has the key of the live one, or of the deleted one that changed last', async () => {
    const { flags, clock } = await testDeck()
    const ids: number[] = []
    for (let n = 0; n < 2; n++) {
      ids.push((await flags.create({ key: 'a' })).id)
      clock.advance(1000)
      await flags.delete('a')
    }
    expect((await flags.get('a')).id).toBe(ids[1])
    expect(await flags.restore('a')).toMatchObject({ id: ids[1], deleted: false })
    await expect(flags.get('A')).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('EMBED-43 is named by the error that there is none', async () => {
    const { flags, dashboards, cohorts, insights, persons, groups, deck, project } = await testDeck()
    const home = await deck.organization()
    const inProject = `not found in project ${project.id}.`
    const { id: dashboardId } = await dashboards.create()
    const cases: readonly [() => Promise<unknown>, string, string][] = [
      [() => flags.get(99), `Flag 99 ${inProject}`, 'flagId'],
      [() => flags.update('x', {}), `Flag "x" ${inProject}`, 'flagId'],
      [() => flags.get(undefined as never), `Flag undefined ${inProject}`, 'flagId'],
      [() => dashboards.createForFlag(77), `Flag 77 ${inProject}`, 'flagId'],
      [() => dashboards.get(5), `Dashboard 5 ${inProject}`, 'dashboardId'],
      [() => dashboards.deleteTile(dashboardId, 6), `Tile 6 not found on dashboard ${dashboardId}.`, 'tileId'],
      [() => cohorts.get(7), `Cohort 7 ${inProject}`, 'cohortId'],
      [() => insights.get('abc'), `Insight "abc" ${inProject}`, 'insightId'],
      [() => persons.get('ada'), `Person "ada" ${inProject}`, 'distinctId'],
      [() => groups.get(0, 'acme'), `Group "acme" ${inProject}`, 'groupKey'],
      [() => home.roles.get('r'), `Role "r" not found in organization ${home.organization.id}.`, 'roleId'],
      [() => home.members.remove('u'), `Member "u" not found in organization ${home.organization.id}.`, 'userUuid'],
      [() => deck.project(404), 'Project 404 not found.', 'projectId'],
      [() => deck.organization('o'), 'Organization "o" not found.', 'organizationId'],
    ]
    for (const [call, message, attr] of cases) {
      await expect(call()).rejects.toMatchObject({ kind: 'not_found', message, attr })
    }
  })
})
