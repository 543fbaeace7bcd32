import { describe, expect, it } from 'vitest'
import type { Store } from '../../data/store.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { createCohort } from '../cohorts/create-cohort.ts'
import { createProject } from '../identity/create-project.ts'
import { copyFlag } from './copy-flag.ts'

const inCohort = (id: number) => ({
  groups: [{ properties: [{ key: 'id', type: 'cohort', operator: 'in', value: id } as const] }],
})
const PRO = { properties: { key: 'plan', type: 'person', operator: 'exact', value: 'pro' } } as const

async function twoProjects() {
  const deck = await testDeck()
  const organization = await deck.inOrganization(deck.owner)
  const { id } = await createProject(organization, { name: 'Other' })
  const there = await deck.deck.project(id)
  return { ...deck, there, organization }
}

describe('copying a flag to other projects', () => {
  it('FLAG-110 creates it there, with the cohorts that it looks at', async () => {
    const { context, flags, there } = await twoProjects()
    const cohort = await createCohort(context, { name: 'Beta', filters: PRO })
    await flags.create({ key: 'k', name: 'K', tags: ['x'], filters: inCohort(cohort.id) })
    const { success, failed } = await flags.copy('k', [there.project.id])
    expect(failed).toEqual([])
    expect(success).toMatchObject([{ key: 'k', name: 'K', tags: ['x'], active: true, projectId: there.project.id }])
    const [group] = (await there.flags.find('k'))?.filters.groups ?? []
    expect(group?.properties).toMatchObject([{ cohort_name: 'Beta' }])
    expect(group?.properties?.[0]?.value).not.toBe(cohort.id)
  })

  it('FLAG-110 makes the one with its key like it, keeps cohorts of that name as they are, and does nothing twice', async () => {
    const { context, flags, there } = await twoProjects()
    const own = await createCohort(there.context, { name: 'Beta', isStatic: true })
    const cohort = await createCohort(context, { name: 'Beta', filters: PRO })
    await flags.create({ key: 'k', filters: inCohort(cohort.id) })
    const before = await there.flags.create({ key: 'k', name: 'Theirs' })
    await flags.copy('k', [there.project.id], { disable: true })
    const copied = await there.flags.get(before.id)
    expect(copied).toMatchObject({ name: '', active: false })
    expect(copied.filters.groups).toMatchObject([{ properties: [{ value: own.id }] }])
    await flags.copy('k', [there.project.id], { disable: true })
    expect(await there.flags.get(before.id)).toEqual(copied)
  })

  it('FLAG-110 tells of each project where it could not, and leaves nothing there', async () => {
    const { flags, there, project } = await twoProjects()
    const base = await flags.create({ key: 'base' })
    const onBase = { key: String(base.id), type: 'flag', operator: 'flag_evaluates_to', value: true } as const
    await flags.create({ key: 'top', filters: { groups: [{ properties: [onBase] }] } })
    const { success, failed } = await flags.copy('top', [there.project.id, 999_999, project.id])
    expect(success).toMatchObject([{ key: 'top', projectId: project.id, version: 1 }])
    expect(failed).toEqual([
      {
        projectId: there.project.id,
        message:
          'depends on the flag "base", which the project does not have. To copy it as well, set copy_dependencies to ' +
          'true (embedded: dependencies, in the command: --dependencies).',
      },
      { projectId: 999_999, message: 'Project not found.' },
    ])
    expect((await there.flags.list()).count).toBe(0)
  })

  it('FLAG-144 copies the flags that it depends on to projects that do not have them, with their cohorts', async () => {
    const { context, flags, there } = await twoProjects()
    const onFlag = (id: number) =>
      ({ key: String(id), type: 'flag', operator: 'flag_evaluates_to', value: true }) as const
    const cohort = await createCohort(context, { name: 'Beta', filters: PRO })
    const base = await flags.create({ key: 'base', filters: inCohort(cohort.id) })
    const here = await flags.create({ key: 'here', filters: { groups: [{ rollout_percentage: 5 }] } })
    const middle = await flags.create({ key: 'middle', filters: { groups: [{ properties: [onFlag(base.id)] }] } })
    const both = [onFlag(middle.id), onFlag(here.id)]
    await flags.create({ key: 'top', filters: { groups: [{ properties: both }] } })
    const kept = await there.flags.create({ key: 'here', filters: { groups: [{}] } })
    const tried = await flags.copy('top', [there.project.id], { dependencies: true, dryRun: true })
    expect((await there.flags.list()).count).toBe(1)
    const { failed, changes } = await flags.copy('top', [there.project.id], { dependencies: true, disable: true })
    expect(failed).toEqual([])
    const made = ['Beta', 'base', 'middle', 'top']
    expect(tried.changes[0]?.changes.map(({ name }) => name)).toEqual(made)
    expect(changes[0]?.changes.map(({ name }) => name)).toEqual(made)
    expect(changes[0]?.copiedDependencyKeys).toEqual(['base', 'middle'])
    expect(await there.flags.find('here')).toEqual(kept)
    const copied = await Promise.all(['base', 'middle', 'top'].map((key) => there.flags.get(key)))
    expect(copied.map(({ active }) => active)).toEqual([true, true, false])
    expect(copied[2]?.filters.groups[0]?.properties).toMatchObject([
      { key: String(copied[1]?.id) },
      { key: String(kept.id) },
    ])
  })

  it('FLAG-144 refuses to copy more than 50 flags along', async () => {
    const { flags, there } = await twoProjects()
    const properties = []
    for (let at = 0; at < 51; at++) {
      const { id } = await flags.create({ key: `base-${at}` })
      properties.push({ key: String(id), type: 'flag', operator: 'flag_evaluates_to', value: true } as const)
    }
    await flags.create({ key: 'top', filters: { groups: [{ properties }] } })
    await expect(flags.copy('top', [there.project.id], { dependencies: true })).rejects.toMatchObject({
      message: 'The flag depends on more than 50 flags. Copy some of them first.',
    })
  })

  it('FLAG-110 writes nothing in a dry run', async () => {
    const { flags, there } = await twoProjects()
    await flags.create({ key: 'k' })
    const tried = await flags.copy('k', [there.project.id], { dryRun: true })
    expect(tried.success).toMatchObject([{ key: 'k', version: 1 }])
    expect((await there.flags.list()).count).toBe(0)
  })

  it.each([
    { source: true, target: false },
    { source: false, target: true },
  ])('FLAG-111 leaves a flag that exists on or off: $target', async ({ source, target }) => {
    const { flags, there } = await twoProjects()
    await flags.create({ key: 'k', active: source, filters: { groups: [{ rollout_percentage: 100 }] } })
    const { id } = await there.flags.create({
      key: 'k',
      active: target,
      filters: { groups: [{ rollout_percentage: 5 }] },
    })
    await flags.copy('k', [there.project.id])
    const copied = await there.flags.get(id)
    expect(copied).toMatchObject({ active: target, filters: { groups: [{ rollout_percentage: 100 }] } })
    await flags.copy('k', [there.project.id], { disable: true })
    expect((await there.flags.get(id)).active).toBe(false)
  })

  it('FLAG-111 does not unarchive a flag that exists', async () => {
    const { flags, there } = await twoProjects()
    await flags.create({ key: 'k', name: 'K' })
    const { id } = await there.flags.create({ key: 'k' })
    await there.flags.archive(id)
    await flags.copy('k', [there.project.id])
    expect(await there.flags.get(id)).toMatchObject({ name: 'K', archived: true, active: false })
  })

  it('FLAG-111 reports the changes in each project, in a dry run too', async () => {
    const { flags, there } = await twoProjects()
    await flags.create({ key: 'k', filters: { groups: [{ rollout_percentage: 100 }] } })
    await there.flags.create({ key: 'k', filters: { groups: [{ rollout_percentage: 5 }] } })
    const field = {
      field: 'filters.groups',
      before: [{ rollout_percentage: 5 }],
      after: [{ rollout_percentage: 100 }],
    }
    const changes = [
      { projectId: there.project.id, changes: [{ action: 'update', kind: 'flag', name: 'k', fields: [field] }] },
    ]
    expect((await flags.copy('k', [there.project.id], { dryRun: true })).changes).toMatchObject(changes)
    expect((await flags.copy('k', [there.project.id])).changes).toMatchObject(changes)
    expect((await flags.copy('k', [there.project.id])).changes).toMatchObject([
      { projectId: there.project.id, changes: [], copiedDependencyKeys: [] },
    ])
  })

  it('FLAG-112 refuses a project where the copy would change anything else than what was confirmed', async () => {
    const { flags, there } = await twoProjects()
    await flags.create({ key: 'k', name: 'K' })
    const { id } = await there.flags.create({ key: 'k' })
    const { changes } = await flags.copy('k', [there.project.id], { dryRun: true })
    const { version } = await there.flags.update(id, { tags: ['mine'] })
    const { success, failed } = await flags.copy('k', [there.project.id], { confirmed: changes })
    expect({ success, failed }).toEqual({
      success: [],
      failed: [
        {
          projectId: there.project.id,
          message: 'The project was changed after the copy was planned: plan it again.',
        },
      ],
    })
    expect(await there.flags.get(id)).toMatchObject({ name: '', version })
  })

  it('FLAG-173 rejects a copy whose source or target has another version than the dry run reported', async () => {
    const { flags, there } = await twoProjects()
    const source = await flags.create({ key: 'k', name: 'K' })
    const to = [there.project.id]
    const { changes: expectedVersions } = await flags.copy('k', to, { dryRun: true })
    expect(expectedVersions).toMatchObject([{ sourceVersion: 1, targetVersion: null }])
    await flags.update(source.id, { name: 'Later' })
    await expect(flags.copy('k', to, { expectedVersions })).rejects.toMatchObject({ kind: 'conflict' })
    expect((await there.flags.list()).count).toBe(0)
    const planned = (await flags.copy('k', to, { dryRun: true })).changes
    expect((await flags.copy('k', to, { expectedVersions: planned })).success).toMatchObject([{ name: 'Later' }])
  })

  it('DRY-3 begins no write in a dry run', async () => {
    const { flags, there, organization, project } = await twoProjects()
    await flags.create({ key: 'k' })
    const write = () => Promise.reject(new Error('there is a write'))
    const watched = { ...organization, store: { ...organization.store, write } }
    const input = { featureFlagKey: 'k', fromProject: project.id, targetProjectIds: [there.project.id] }
    expect((await copyFlag(watched, { ...input, dryRun: true })).success).toMatchObject([{ key: 'k', version: 1 }])
    await expect(copyFlag(watched, input)).rejects.toThrow('there is a write')
  })

  it('PORT-23 copies to a project that other requests change all the time', async () => {
    const { flags, there, organization, project } = await twoProjects()
    await flags.create({ key: 'k' })
    let changes = 0
    const read: Store['read'] = async (work) => {
      const result = await organization.store.read(work)
      await there.flags.create({ key: `busy-${changes++}` })
      return result
    }
    const busy = { ...organization, store: { ...organization.store, read } }
    const input = { featureFlagKey: 'k', fromProject: project.id, targetProjectIds: [there.project.id] }
    const copied = await copyFlag(busy, input)
    expect(copied.failed).toEqual([])
    expect(await there.flags.find('k')).toMatchObject({ key: 'k', version: 1 })
    expect((await there.flags.list()).count).toBe(changes + 1)
  })

  it('FLAG-110 refuses what is incomplete, and a flag that is not there', async () => {
    const { organization, project } = await twoProjects()
    const to = { fromProject: project.id, targetProjectIds: [project.id] }
    await expect(copyFlag(organization, to)).rejects.toThrow('Missing required fields')
    await expect(copyFlag(organization, { ...to, featureFlagKey: 'gone' })).rejects.toThrow(
      'Feature flag to copy does not exist.',
    )
  })

  it('FLAG-110 takes the rights of an update in each project', async () => {
    const { deck, flags, there, inOrganization, member, project } = await twoProjects()
    await flags.create({ key: 'k' })
    const key = await inOrganization(member, { scopedProjectIds: [project.id] })
    const input = { featureFlagKey: 'k', fromProject: project.id, targetProjectIds: [there.project.id] }
    const { failed } = await copyFlag(key, input)
    expect(failed).toMatchObject([{ message: expect.stringContaining('does not have access') }])
    const blind = await inOrganization(member, { scopes: ['feature_flag:read'] })
    await expect(copyFlag(blind, input)).rejects.toMatchObject({ kind: 'permission_denied' })
    expect((await (await deck.project(there.project.id)).flags.list()).count).toBe(0)
  })
})
