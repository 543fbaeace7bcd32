import type { Cohort, Flag, JsonValue, Store } from '@flagdeck/core'
import {
  exampleFlag,
  newCohortIndex,
  newFlagIndex,
  newOrganizationRow,
  newProjectRow,
  seedCohort,
  seedFlag,
  seedTenant,
  seedUser,
} from '@flagdeck/core/fixtures'
import { expect } from 'vitest'
import { moment } from './moment.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

export const flagRules: StoreRuleGroup = {
  title: 'flags, dependencies and projects',
  rules: [
    storeRule(
      'STORE-160',
      'an update replaces everything of a flag except its id, project, creator and the time of its last call',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const [creator, editor] = [await seedUser(store), await seedUser(store)]
        const flag = await seedFlag(store, { projectId: project.id, createdBy: creator })
        const other = await seedFlag(store, { projectId: project.id })
        const changed: Flag = { ...flag, ...exampleFlag(), createdBy: editor, lastModifiedBy: editor }
        const { lastCalledAt } = flag
        expect(await store.write((tx) => tx.flags.update(changed, newFlagIndex(changed), 1))).toBe(true)
        await store.read(async (tx) => {
          expect(await tx.flags.find(project.id, flag.id)).toEqual({ ...changed, createdBy: creator, lastCalledAt })
          expect(await tx.flags.find(project.id, other.id)).toEqual(other)
        })
      },
    ),

    storeRule(
      'STORE-161',
      '`changedSince` returns the flags that changed after a version, deleted ones too; `listLive` returns every live flag; both by id',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const versions = [5, 3, 9, 4, 4]
        const flags: Flag[] = []
        for (const projectVersion of versions) {
          flags.push(await seedFlag(store, { projectId: project.id, projectVersion, deleted: projectVersion === 9 }))
        }
        await touchAgain(store, flags[0])
        const changedSince = (version: number): Promise<readonly Flag[]> =>
          store.read((tx) => tx.flags.changedSince(project.id, version))
        for (const since of [0, 2, 3, 4, 5, 8, 9, 10]) {
          const expected = flags.filter(({ projectVersion }) => projectVersion > since)
          expect((await changedSince(since)).map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
        }
        const live = await store.read((tx) => tx.flags.listLive(project.id))
        expect(live.map(({ id }) => id)).toEqual(flags.filter(({ deleted }) => !deleted).map(({ id }) => id))
      },
    ),

    storeRule(
      'STORE-178',
      '`listOnCohorts` returns the live flags that reference a cohort in any condition set, by id',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const onCohort = (value: JsonValue): Pick<Flag, 'filters'> => ({
          filters: {
            groups: [
              { properties: [{ key: 'plan', type: 'person', value: 'pro' }], rollout_percentage: 5 },
              { properties: [{ key: 'id', type: 'cohort', value, operator: 'not_in' }], rollout_percentage: 100 },
            ],
            payloads: { true: '"\0\ud800"' },
          },
        })
        const seed = (fields: Partial<Flag>): Promise<Flag> => seedFlag(store, { projectId: project.id, ...fields })
        const first = await seed({ key: 'cohort', ...onCohort(7) })
        await seed({ name: 'cohort', filters: { groups: [{ properties: [], rollout_percentage: 100 }] } })
        await seed({ deleted: true, ...onCohort(7) })
        const second = await seed({ active: false, archived: true, ...onCohort('8') })
        expect(await store.read((tx) => tx.flags.listOnCohorts(project.id))).toEqual([first, second])
      },
    ),

    storeRule('STORE-162', 'live flags are counted, and deleted flags are found by id', async ({ store }) => {
      const { project } = await seedTenant(store)
      const flag = await seedFlag(store, { projectId: project.id, key: 'counted' })
      await seedFlag(store, { projectId: project.id, active: false, archived: true })
      const count = async (): Promise<number> => (await store.read((tx) => tx.projects.liveTotals(project.id))).flags
      expect(await count()).toBe(2)
      const deleted = { ...flag, deleted: true, version: 2 }
      await store.write((tx) => tx.flags.update(deleted, newFlagIndex(deleted), 1))
      expect(await count()).toBe(1)
      await store.read(async (tx) => {
        expect(await tx.flags.find(project.id, flag.id)).toEqual(deleted)
        expect(await tx.flags.findLiveByKey(project.id, 'counted')).toBeUndefined()
        expect(await tx.flags.findAllByKey(project.id, 'counted')).toEqual([deleted])
      })
    }),

    storeRule(
      'STORE-533',
      'live flags and cohorts are counted, and the UTF-8 bytes of their texts and documents are added up',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const foreign = await seedTenant(store)
        const totals = () => store.read((tx) => tx.projects.liveTotals(project.id))
        expect(await totals()).toEqual({ flags: 0, cohorts: 0, bytes: 0 })
        // Texts whose length differs between databases and JavaScript: accents, emoji, NUL, half of a surrogate pair,
        // and a long text.
        const texts = ['é', '😀', '\0\u0001', '\ud800', '"\\\n', 'x'.repeat(100_000)]
        const flags = texts.map((text) => longFlag(text))
        const cohorts = texts.map((text) => longCohort(text))
        for (const fields of flags) await seedFlag(store, { projectId: project.id, ...fields })
        for (const fields of cohorts) await seedCohort(store, { projectId: project.id, ...fields })
        for (const { id } of [project, foreign.project]) {
          const deleted = id === project.id
          await seedFlag(store, { projectId: id, ...longFlag('not counted'), deleted })
          await seedCohort(store, { projectId: id, ...longCohort('not counted'), deleted })
        }
        const sum = [...flags.map(bytesOf), ...cohorts.map(bytesOf)].reduce((bytes, each) => bytes + each, 0)
        expect(await totals()).toEqual({ flags: 6, cohorts: 6, bytes: sum })
        const flag = await seedFlag(store, { projectId: project.id, ...longFlag('long') })
        const cohort = await seedCohort(store, { projectId: project.id, ...longCohort('long') })
        const [shorter, other] = [longFlag('é'), longCohort('')]
        await store.write(async (tx) => {
          const changed = { ...flag, ...shorter, version: 2 }
          await tx.flags.update(changed, newFlagIndex(changed), 1)
          await tx.cohorts.update({ ...cohort, ...other }, newCohortIndex(''))
        })
        const bytes = sum + bytesOf(shorter) + bytesOf(other)
        expect(await totals()).toEqual({ flags: 7, cohorts: 7, bytes })
        // Callers decide what a row counts for in addition to its bytes.
        await store.write(async (tx) => {
          const changed = { ...flag, ...shorter, version: 3 }
          await tx.flags.update(changed, newFlagIndex(changed, { structureBytes: 3000 }), 2)
          await tx.cohorts.update({ ...cohort, ...other }, newCohortIndex('', 7))
        })
        expect(await totals()).toEqual({ flags: 7, cohorts: 7, bytes: bytes + 3007 })
      },
    ),

    storeRule(
      'STORE-530',
      '`findAllByKeys` returns the flags with any of several keys, live and deleted ones, by id',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const seeded = []
        for (const key of ['b', 'a', 'B', 'ab']) seeded.push(await seedFlag(store, { projectId: project.id, key }))
        const deleted = await seedFlag(store, { projectId: project.id, key: 'a', deleted: true })
        const found = (keys: readonly string[]) => store.read((tx) => tx.flags.findAllByKeys(project.id, keys))
        expect(await found(['a', 'b', 'none', 'a'])).toEqual([seeded[0], seeded[1], deleted])
        expect(await found([])).toEqual([])
      },
    ),

    storeRule(
      'STORE-534',
      'projects with more bytes or more live cohorts than given are listed by id, up to a limit',
      async ({ store }) => {
        const projects: number[] = []
        for (let n = 0; n < 3; n++) {
          const { project } = await seedTenant(store)
          projects.push(project.id)
          for (const deleted of [false, false, true]) {
            await seedFlag(store, { projectId: project.id, name: 'x'.repeat(10_000), deleted })
            await seedCohort(store, { projectId: project.id, deleted })
          }
        }
        const [first = 0, second = 0, third = 0] = projects
        await seedCohort(store, { projectId: third, description: 'x'.repeat(10_000) })
        await seedFlag(store, { projectId: first, name: 'x'.repeat(10_000) })
        const above = (bytes: number, cohorts = 1000, limit = 100) =>
          store.read((tx) => tx.projects.listAbove({ bytes, cohorts }, limit))
        expect(await above(25_000)).toEqual([first, third])
        expect(await above(25_000, 1000, 1)).toEqual([first])
        expect(await above(15_000)).toEqual([first, second, third])
        const { bytes } = await store.read((tx) => tx.projects.liveTotals(third))
        expect(await above(bytes)).not.toContain(third)
        expect(await above(bytes - 1)).toContain(third)
        expect(await above(1_000_000, 2)).toEqual([third])
        expect(await above(1_000_000, 1)).toEqual([first, second, third])
        expect(await above(1_000_000, 3)).toEqual([])
      },
    ),

    storeRule(
      'STORE-531',
      'live flags are read in parts, ordered by the bytes of their keys, each once',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const keys = ['b', 'a', 'B', 'ab', 'é', 'a-b', '😀', '\uff5e']
        for (const key of keys) await seedFlag(store, { projectId: project.id, key })
        await seedFlag(store, { projectId: project.id, key: 'aa', deleted: true })
        const read: string[] = []
        for (;;) {
          const part = await store.read((tx) => tx.flags.listLiveAfter(project.id, read.at(-1) ?? '', 3))
          read.push(...part.map(({ key }) => key))
          if (part.length < 3) break
        }
        expect(read).toEqual(['B', 'a', 'a-b', 'ab', 'b', 'é', '\uff5e', '😀'])
      },
    ),

    storeRule(
      'STORE-609',
      'keys of live flags are read in parts, all of them or those that match a search',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const names = { b: 'One', a: 'two', B: 'ONE', ab: 'one', é: 'three', '😀': 'four' }
        const add = (key: string, name: string, deleted = false) =>
          seedFlag(store, { projectId: project.id, key, deleted }, { searchText: `${key}\n${name}`.toLowerCase() })
        for (const [key, name] of Object.entries(names)) await add(key, name)
        await add('aa', 'one', true)
        const readAll = async (search?: string) => {
          const read: string[] = []
          for (;;) {
            const after = read.at(-1) ?? ''
            const part = await store.read((tx) => tx.flags.listLiveKeysAfter(project.id, after, 2, search))
            read.push(...part)
            if (part.length < 2) return read
          }
        }
        expect(await readAll()).toEqual(['B', 'a', 'ab', 'b', 'é', '😀'])
        expect(await readAll('one')).toEqual(['B', 'ab', 'b'])
        expect(await readAll('é')).toEqual(['é'])
        expect(await readAll('%')).toEqual([])
      },
    ),

    storeRule(
      'STORE-169',
      'flags that are counted under another name are found by key and by that name, deleted ones too',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const foreign = await seedTenant(store)
        const add = (key: string, usageKey: string | null, deleted = false) =>
          seedFlag(store, { projectId: project.id, key, usageKey, deleted })
        await add('b', 'a')
        await add('a', 'a@7')
        await add('a:deleted:3', 'Ä\0', true)
        await add('plain', null)
        await seedFlag(store, { projectId: foreign.project.id, key: 'a', usageKey: 'b' })
        const found = (...names: readonly string[]) => store.read((tx) => tx.flags.listUsageKeys(project.id, names))
        const [b, a] = [
          { key: 'b', deleted: false, usageKey: 'a', usageOrigin: null },
          { key: 'a', deleted: false, usageKey: 'a@7', usageOrigin: null },
        ]
        expect(new Set(await found('a'))).toEqual(new Set([b, a]))
        expect(await found('b')).toEqual([b])
        expect(await found('b', 'B', 'none', 'plain')).toEqual([b])
        expect(await found('Ä\0')).toEqual([{ key: 'a:deleted:3', deleted: true, usageKey: 'Ä\0', usageOrigin: null }])
        expect(await found('a:deleted:3', 'a@7')).toHaveLength(2)
        expect(await found()).toEqual([])
      },
    ),

    storeRule('STORE-563', 'a flag whose usage was reset is also found under its previous name', async ({ store }) => {
      const { project } = await seedTenant(store)
      const foreign = await seedTenant(store)
      const reset = { key: 'b', usageKey: 'Ä\0#2', usageOrigin: 'Ä\0' }
      await seedFlag(store, { projectId: project.id, ...reset })
      await seedFlag(store, { projectId: foreign.project.id, ...reset })
      const found = (...names: readonly string[]) => store.read((tx) => tx.flags.listUsageKeys(project.id, names))
      for (const name of ['b', 'Ä\0#2', 'Ä\0']) expect(await found(name)).toEqual([{ ...reset, deleted: false }])
      expect(await found('b', 'Ä\0#2', 'Ä\0')).toHaveLength(1)
      expect(await found('Ä\0#1', 'a')).toEqual([])
    }),

    storeRule(
      'STORE-163',
      'dependencies of a flag are replaced as a whole, and listed by both ids',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const [a, b, c, d] = await fourFlags(store, project.id)
        await store.write(async (tx) => {
          await tx.flagDependencies.replace(project.id, d, [c, a])
          await tx.flagDependencies.replace(project.id, b, [d, a, c])
        })
        expect(await pairs(store, project.id)).toEqual([
          [b, a],
          [b, c],
          [b, d],
          [d, a],
          [d, c],
        ])
        await store.write((tx) => tx.flagDependencies.replace(project.id, b, [c]))
        expect(await pairs(store, project.id)).toEqual([
          [b, c],
          [d, a],
          [d, c],
        ])
        await store.write((tx) => tx.flagDependencies.replace(project.id, d, []))
        expect(await pairs(store, project.id)).toEqual([[b, c]])
      },
    ),

    storeRule('STORE-164', 'a dependency is stored once, however often it is passed', async ({ store }) => {
      const { project } = await seedTenant(store)
      const [a, b] = await fourFlags(store, project.id)
      await store.write((tx) => tx.flagDependencies.replace(project.id, b, [a, a, a]))
      expect(await pairs(store, project.id)).toEqual([[b, a]])
    }),

    storeRule(
      'STORE-165',
      'the dependencies of a deleted flag are hidden until it is restored; dependencies on it stay',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const [a, b, c] = await fourFlags(store, project.id)
        await store.write(async (tx) => {
          await tx.flagDependencies.replace(project.id, b, [a])
          await tx.flagDependencies.replace(project.id, c, [b])
        })
        await setDeleted(store, project.id, b, true)
        expect(await pairs(store, project.id)).toEqual([[c, b]])
        await setDeleted(store, project.id, b, false)
        expect(await pairs(store, project.id)).toEqual([
          [b, a],
          [c, b],
        ])
      },
    ),

    storeRule(
      'STORE-166',
      'an update replaces everything of a project except its id, organization and version',
      async ({ store }) => {
        const { organization, project } = await seedTenant(store)
        const other = await store.write((tx) => tx.projects.insert(newProjectRow({ organizationId: organization.id })))
        await store.write((tx) => tx.projects.raiseVersion(project.id))
        const fresh = newProjectRow({
          organizationId: organization.id,
          timezone: 'Europe/Berlin',
          groupTypes: ['company', 'organization'],
          propertyMatchingVersion: 1,
          version: 77,
          createdAt: moment('2020-01-01'),
        })
        await store.write((tx) => tx.projects.update({ ...fresh, id: project.id }))
        await store.read(async (tx) => {
          const expected = { ...fresh, id: project.id, version: project.version + 1 }
          expect(await tx.projects.find(project.id)).toEqual(expected)
          expect(await tx.projects.findByApiToken(fresh.apiToken)).toEqual(expected)
          expect(await tx.projects.findByApiToken(project.apiToken)).toBeUndefined()
          expect(await tx.projects.findBySecretApiToken(project.secretApiToken)).toBeUndefined()
          expect(await tx.projects.find(other.id)).toEqual(other)
        })
      },
    ),

    storeRule(
      'STORE-167',
      'an update changes the name, slug and default level of that organization only',
      async ({ store }) => {
        const [one, two] = [await seedTenant(store), await seedTenant(store)]
        const changed = { ...one.organization, name: 'Renamed', defaultFlagAccessLevel: 21 } as const
        await store.write((tx) => tx.organizations.update(changed))
        await store.read(async (tx) => {
          expect(await tx.organizations.find(changed.id)).toEqual(changed)
          expect(await tx.organizations.findByName(one.organization.name)).toBeUndefined()
          expect(await tx.organizations.find(two.organization.id)).toEqual(two.organization)
        })
        const reset = { ...changed, defaultFlagAccessLevel: null }
        await store.write((tx) => tx.organizations.update(reset))
        expect(await store.read((tx) => tx.organizations.find(changed.id))).toEqual(reset)
      },
    ),

    storeRule(
      'STORE-168',
      'an empty store has no organization and no project; later, `first` returns the project that was inserted first',
      async ({ store }) => {
        await store.read(async (tx) => {
          expect(await tx.organizations.any()).toBe(false)
          expect(await tx.projects.first()).toBeUndefined()
        })
        await store.write((tx) => tx.organizations.insert(newOrganizationRow()))
        expect(await store.read((tx) => tx.organizations.any())).toBe(true)
        const { project } = await seedTenant(store)
        await seedTenant(store)
        await store.write((tx) => tx.projects.update({ ...project, name: 'zzz' }))
        expect(await store.read((tx) => tx.projects.first())).toEqual({ ...project, name: 'zzz' })
      },
    ),
    storeRule(
      'STORE-521',
      'flags with encrypted payloads are listed across projects by id, from an id on, deleted ones too',
      async ({ store }) => {
        const projects = [(await seedTenant(store)).project.id, (await seedTenant(store)).project.id]
        const ids: number[] = []
        for (const projectId of projects) {
          ids.push((await seedFlag(store, { projectId, hasEncryptedPayloads: true })).id)
          await seedFlag(store, { projectId, hasEncryptedPayloads: false })
        }
        await setDeleted(store, projects[1] ?? 0, ids[1] ?? 0, true)
        const after = async (afterId: number, limit: number) =>
          (await store.read((tx) => tx.flags.listEncrypted(afterId, limit))).map(({ id }) => id)
        expect(await after(0, 10)).toEqual(ids)
        expect(await after(0, 1)).toEqual(ids.slice(0, 1))
        expect(await after(ids[0] ?? 0, 10)).toEqual(ids.slice(1))
      },
    ),
  ],
}

function longFlag(text: string): Partial<Flag> {
  return {
    name: storable(text),
    filters: { groups: [], payloads: { true: text } },
    rollbackConditions: [text],
    tags: ['a', storable(text)],
    evaluationContexts: [storable(text)],
    payloadSchema: { description: text },
    earlyAccess: {
      name: 'A',
      description: text,
      stage: 'beta',
      documentation_url: '',
      payload: { text: [text] },
      created_at: moment('2026-01-01'),
    },
  }
}

function longCohort(text: string): Pick<Cohort, 'name' | 'description' | 'properties'> {
  return { name: storable(text), description: `of ${storable(text)}`, properties: { values: [text] } }
}

/** Returns the text without the characters that a store may write differently, which the API refuses. */
function storable(text: string): string {
  return text.replace(/\p{Cc}|\p{Surrogate}/gu, 'x')
}

/** Returns the size of texts in UTF-8, and of everything else as compact JSON in UTF-8. */
function bytesOf({ name, description, ...documents }: Partial<Pick<Cohort, 'name' | 'description'>>): number {
  const texts = [name, description, ...Object.values(documents).map((value) => JSON.stringify(value))]
  return new TextEncoder().encode(texts.join('')).length
}

/** Writes a flag again without changes, because databases move an updated row behind the others. */
async function touchAgain(store: Store, flag: Flag | undefined): Promise<void> {
  if (!flag) throw new Error('there is a flag')
  const again = { ...flag, version: flag.version + 1 }
  await store.write((tx) => tx.flags.update(again, newFlagIndex(again), flag.version))
}

async function fourFlags(store: Store, projectId: number): Promise<readonly [number, number, number, number]> {
  const make = async (): Promise<number> => (await seedFlag(store, { projectId })).id
  return [await make(), await make(), await make(), await make()]
}

async function pairs(store: Store, projectId: number): Promise<[number, number][]> {
  const dependencies = await store.read((tx) => tx.flagDependencies.list(projectId))
  return dependencies.map(({ flagId, dependsOnFlagId }) => [flagId, dependsOnFlagId])
}

async function setDeleted(store: Store, projectId: number, flagId: number, deleted: boolean): Promise<void> {
  await store.write(async (tx) => {
    const flag = await tx.flags.find(projectId, flagId)
    if (!flag) throw new Error('the flag is there')
    const changed = { ...flag, deleted, version: flag.version + 1 }
    await tx.flags.update(changed, newFlagIndex(changed), flag.version)
  })
}
