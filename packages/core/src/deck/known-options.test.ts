import { describe, expect, it } from 'vitest'
import { memoryStore } from '../data/memory/memory-store.ts'
import { testDeck } from '../testing/test-deck.ts'
import { createFlagdeck } from './flagdeck.ts'

/** For each method with options, calls that pass an unknown option at one position. */
const WRONG = { nonsense: 1 } as never

describe('EMBED-45 an option that a method does not have', () => {
  it('is refused by createFlagdeck, with what was meant', async () => {
    const store = memoryStore()
    const made = createFlagdeck({ store, onErrors: () => undefined } as never)
    await expect(made).rejects.toThrow('createFlagdeck has no option "onErrors". Did you mean "onError"?')
    const limits = { maxFlagPerProject: 1 } as never
    await expect(createFlagdeck({ store, limits })).rejects.toThrow('Did you mean "maxFlagsPerProject"?')
    const usageRetention = { days: 1 } as never
    await expect(createFlagdeck({ store, usageRetention })).rejects.toThrow(/no option "days"/)
  })

  it('is refused by every method that takes options', async () => {
    const { deck, flags, cohorts, dashboards, insights, persons, groups, activity, dryRun, member } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    const dashboard = await dashboards.create()
    const home = await deck.organization()
    const calls: Readonly<Record<string, () => Promise<unknown>>> = {
      'flags.list': () => flags.list(WRONG),
      'flags.list page': () => flags.list({}, WRONG),
      'flags.listWithUsage': () => flags.listWithUsage(WRONG),
      'flags.matchingIds': () => flags.matchingIds(WRONG),
      'flags.deleteMany': () => flags.deleteMany({ ids: [id], ...(WRONG as object) }),
      'flags.update': () => flags.update(id, {}, WRONG),
      'flags.restore': () => flags.restore(id, undefined, WRONG),
      'flags.activity': () => flags.activity(id, WRONG),
      'flags.versions': () => flags.versions(id, WRONG),
      'flags.blastRadius': () => flags.blastRadius({ condition: { rollout_percentage: 1 } }, WRONG),
      'flags.blastRadii': () => flags.blastRadii([], WRONG),
      'flags.preview': () => flags.preview(id, {}, WRONG),
      'flags.previewNew': () => flags.previewNew({ key: 'b' }, WRONG),
      'flags.copy': () => flags.copy('a', [], WRONG),
      'flags.createStaticCohort': () => flags.createStaticCohort(id, WRONG),
      'flags.decisions': () => flags.decisions({ distinctId: 'a' }, WRONG),
      'flags.mine': () => flags.mine(member, WRONG),
      'flags.access.list': () => flags.access.list(id, WRONG),
      'flags.usage': () => flags.usage(id, WRONG),
      'flags.evaluateAll': async () => flags.evaluateAll({ distinctId: 'a' }, WRONG),
      'cohorts.list': () => cohorts.list(WRONG),
      'cohorts.versions': () => cohorts.versions(1, WRONG),
      'cohorts.members': () => cohorts.members(1, WRONG),
      'dashboards.get': () => dashboards.get(dashboard.id, WRONG),
      'dashboards.answers': () => dashboards.answers(dashboard.id, WRONG),
      'dashboards.list': () => dashboards.list(WRONG),
      'dashboards.update': () => dashboards.update(dashboard.id, {}, WRONG),
      'dashboards.restore': () => dashboards.restore(dashboard.id, undefined, WRONG),
      'dashboards.versions': () => dashboards.versions(dashboard.id, WRONG),
      'dashboards.deleteTile': () => dashboards.deleteTile(dashboard.id, 1, WRONG),
      'dashboards.createText': () => dashboards.createText(dashboard.id, { body: 'a' }, WRONG),
      'dashboards.activity': () => dashboards.activity(dashboard.id, WRONG),
      'dashboards.templates.list': () => dashboards.templates.list(WRONG),
      'insights.list': () => insights.list(WRONG),
      'insights.ask': () => insights.ask({}, WRONG),
      'persons.list': () => persons.list(WRONG),
      'persons.find': () => persons.find(WRONG),
      'persons.values': () => persons.values({ key: 'a', ...(WRONG as object) }),
      'groups.list': () => groups.list(0, WRONG),
      'activity.list': () => activity.list(WRONG),
      'activity.newest': () => activity.newest(WRONG),
      'organization.activity': () => home.activity(WRONG),
      'members.list': () => home.members.list({}, WRONG),
      'invitations.list': () => home.invitations.list(WRONG),
      'roles.list': () => home.roles.list(WRONG),
      'roles.members': () => home.roles.members('r', WRONG),
      'projects.list': () => deck.projects.list(WRONG),
      'deck.organizations': () => deck.organizations(WRONG),
      'deck.signInLink': () => deck.signInLink(member, WRONG),
      'deck.rotateEncryptionKey': () => deck.rotateEncryptionKey(WRONG),
      'project.dryRun': () => dryRun(async () => undefined, WRONG),
    }
    for (const [name, call] of Object.entries(calls)) {
      await expect(call(), name).rejects.toThrow(/"nonsense"/)
    }
    expect((await flags.get(id)).deleted).toBe(false)
  })

  it('is refused where a method takes none, and options have to be an object', async () => {
    const { flags, cohorts } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    const cohort = await cohorts.create({ name: 'C', isStatic: true })
    const surplus = (method: object) => method as (...args: unknown[]) => Promise<unknown>
    const options = { dryRun: true }
    for (const call of [
      () => surplus(flags.create)({ key: 'b' }, options),
      () => surplus(flags.delete)(id, options),
      () => surplus(flags.disable)(id, options),
      () => surplus(flags.deleteMany)({ ids: [id] }, options),
      () => surplus(flags.updateTags)({ ids: [id], action: 'add', tags: ['x'] }, options),
      () => surplus(cohorts.addMembers)(cohort.id, ['u'], options),
    ]) {
      await expect(call()).rejects.toThrow(/takes at most/)
    }
    await expect(flags.update(id, { name: 'x' }, 5 as never)).rejects.toThrow(
      'flags.update takes an object with the options',
    )
    await expect(flags.list(null as never)).rejects.toThrow('flags.list takes an object with the options')
    await expect(surplus(flags.deleteMany)()).rejects.toThrow('Send either ids or filters.')
    for (const filters of [{ typ: 'boolean' }, [], {}, new Map([['key', 'b']]), { deleted: true }]) {
      await expect(flags.deleteMany({ filters: filters as never })).rejects.toThrow()
    }
    expect(await flags.get(id)).toMatchObject({ version: 1, active: true, deleted: false, name: '' })
    expect((await flags.list()).count).toBe(1)
    expect((await cohorts.members(cohort.id)).count).toBe(0)
  })
})
