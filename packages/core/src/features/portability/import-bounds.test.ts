import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { insertFlag } from '../../testing/seed-tenant.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { watchedWrites } from '../../testing/watched-writes.ts'
import { applyImport, planImport } from './import-project.ts'

const LIMIT = 20_000
const flagsOf = (keys: readonly string[], nameBytes: number) =>
  keys.map((key) => ({ key, name: 'n'.repeat(nameBytes) }))
const staticCohorts = (...names: readonly string[]) => names.map((name) => ({ name, is_static: true }))
const documentOf = (sections: object) => ({ flagdeck_export: 1, ...sections })
const replace = { prune: true }

describe('an import and the bounds of a project', () => {
  it('FLAG-128 checks the size of the outcome, and names what adds the most', async () => {
    const { context, flags } = await testDeck({ limits: { maxProjectFiltersBytes: LIMIT } })
    await applyImport(context, documentOf({ flags: flagsOf(['a', 'b'], 8000) }))
    const others = documentOf({ flags: flagsOf(['c', 'd'], 9000) })
    const refused = {
      code: 'invalid_input',
      problems: [
        {
          path: '',
          message: expect.stringMatching(/The limit is 20,000 bytes\..* These add the most: flag c, flag d\.$/),
        },
      ],
    }
    await expect(applyImport(context, others)).rejects.toMatchObject(refused)
    await expect(planImport(context, others)).rejects.toMatchObject(refused)
    expect((await flags.list()).count).toBe(2)
    await planImport(context, others, replace)
    await applyImport(context, others, replace)
    expect((await flags.list()).items.map(({ key }) => key).sort()).toEqual(['c', 'd'])
    await expect(applyImport(context, documentOf({ flags: flagsOf(['c', 'd', 'e'], 9000) }))).rejects.toThrow(
      /would take 27,\d\d\d bytes\. .* These add the most: flag e\.$/,
    )
  })

  it('FLAG-128 checks the numbers of flags and of cohorts of the outcome', async () => {
    const { context } = await testDeck({ limits: { maxFlagsPerProject: 2, maxCohortsPerProject: 2 } })
    await applyImport(context, documentOf({ flags: flagsOf(['a', 'b'], 1), cohorts: staticCohorts('a', 'b') }))
    const others = documentOf({ flags: flagsOf(['c', 'd'], 1), cohorts: staticCohorts('c', 'd') })
    await expect(applyImport(context, others)).rejects.toMatchObject({
      problems: [
        { path: '', message: expect.stringContaining('Maximum of 2 feature flags allowed per team.') },
        { path: '', message: expect.stringContaining('This project would have 4 cohorts. The limit is 2 cohorts.') },
      ],
    })
    await applyImport(context, others, replace)
    await expect(applyImport(context, documentOf({ cohorts: staticCohorts('c', 'e') }))).rejects.toThrow(
      /would have 3 cohorts\. The limit is 2 cohorts\. [^.]*FLAGDECK_MAX_COHORTS_PER_PROJECT, or the limits\.maxCohortsPerProject option of the library\.$/,
    )
  })

  it('FLAG-128 accepts an import that does not raise the sum of a project above the bound', async () => {
    const { context, store, project } = await testDeck({ limits: { maxProjectFiltersBytes: LIMIT } })
    await store.write((tx) => insertFlag(tx, { projectId: project.id, key: 'a', name: 'n'.repeat(50_000) }))
    await applyImport(context, documentOf({ flags: [...flagsOf(['a'], 40_000), ...flagsOf(['b'], 5000)] }))
    await expect(applyImport(context, documentOf({ flags: flagsOf(['a'], 40_001) }))).rejects.toThrow(
      /4\d,\d\d\d bytes/,
    )
  })

  it.each([
    { title: 'bytes', limits: { maxProjectFiltersBytes: 300_000 } },
    { title: 'flags', limits: { maxFlagsPerProject: 700 } },
  ])('FLAG-128 never exceeds the bound of $title in between, also when it is stopped', async ({ limits }) => {
    const { context, flags, store, project } = await testDeck({ limits })
    const many = (prefix: string) =>
      flagsOf(
        Array.from({ length: 600 }, (_, n) => `${prefix}-${n}`),
        50,
      )
    await applyImport(context, documentOf({ flags: many('a') }))
    let nowMs = 0
    // The clock advances by 10 ms with each call, so a part is over after a few flags.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 10))
    onTestFinished(() => clock.mockRestore())
    const exceeded: unknown[] = []
    const ctx = watchedWrites(context, async () => {
      const { bytes, flags: count } = await store.read((tx) => tx.projects.liveTotals(project.id))
      const { maxProjectFiltersBytes, maxFlagsPerProject } = context.limits
      if (bytes > maxProjectFiltersBytes || count > maxFlagsPerProject) exceeded.push({ bytes, count })
    })
    await applyImport(ctx, documentOf({ flags: many('b') }), replace)
    expect(exceeded).toEqual([])
    expect((await flags.list({}, { limit: 1 })).count).toBe(600)
    await expect(applyImport(context, documentOf({ flags: many('c') }))).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})
