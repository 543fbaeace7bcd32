import { describe, expect, it } from 'vitest'
import type { SetMeasure } from '../../../data/records/usage.ts'
import type { Subject } from '../../../evaluation/definition/subject.ts'
import { serveDecisions, serveEvaluatedFlags } from '../../../features/flags/serve-flags.ts'
import { usageTrial } from '../../../testing/usage/usage-trial.ts'
import { UserSet } from '../user-set.ts'

const HOUR_MS = 3_600_000
const FOR_COMPANIES = { groups: [{ rollout_percentage: 50 }], aggregation_group_type_index: 1 }

const of = (distinctId: string, company: string): Subject => ({ distinctId, groups: { company, team: 'x' } })

async function setUp() {
  const trial = await usageTrial({ project: { groupTypes: ['team', 'company'] } })
  const found = await trial.flags.find('flag')
  await trial.flags.update(found?.id ?? 0, { filters: { ...FOR_COMPANIES, groups: [{}] } })
  /** Returns the number of groups of a measure, by flag and result. */
  const byAnswer = async (measure: SetMeasure) => {
    const ever = { period: 'day', from: '', until: '~', measure } as const
    const sets = await trial.store.read((tx) => tx.userSets.list(trial.project.id, ever))
    return new Map(sets.map(({ flagKey, variant, users }) => [`${flagKey} ${variant}`, UserSet.read(users).size]))
  }
  return { ...trial, byAnswer }
}

describe('groups of evaluations in this process', () => {
  it('USAGE-55 are those of the type that the flag is for', async () => {
    const { flags, flush, users } = await setUp()
    await flags.create({ key: 'for-users', filters: { groups: [{}] } })
    for (const key of ['flag', 'for-users', 'no such flag']) flags.isEnabled(key, of('ada', 'acme'))
    flags.evaluateAll(of('ada', 'beta'))
    flags.evaluate('flag', of('bob', 'beta'))
    flags.evaluate('flag', { distinctId: 'eve', groups: { company: 7 } })
    flags.evaluate('flag', { distinctId: 'eve', groups: { team: 'x', company: '' } })
    await flush()
    const measures = ['evaluations/group_1', 'exposures/group_1', 'evaluations/group_0', 'evaluations'] as const
    expect(await Promise.all(measures.map((measure) => users(measure)))).toEqual([3, 3, 0, 3])
  })

  it('USAGE-55 are exposed the first time that they get an answer, whoever asks', async () => {
    const { flags, flush, users, clock, store, project } = await setUp()
    flags.isEnabled('flag', of('ada', 'acme'))
    await flush()
    clock.advance(25 * HOUR_MS)
    await flush()
    for (const company of ['acme', 'beta']) flags.isEnabled('flag', of('ada', company))
    await flush()
    expect([await users('exposures/group_1'), await users('exposures/group_1', 'bucket')]).toEqual([2, 2])
    const today = { period: 'day', from: '2026-01-02', until: '~' } as const
    const sizesOn = async (measure: SetMeasure) => {
      const sets = await store.read((tx) => tx.userSets.list(project.id, { ...today, measure }))
      return sets.map((set) => UserSet.read(set.users).size)
    }
    expect([await sizesOn('evaluations/group_1'), await sizesOn('exposures/group_1')]).toEqual([[2], [1]])
  })

  it('USAGE-55 are those of evaluations of the server, which are no exposures', async () => {
    const { context, project, flush, users } = await setUp()
    const snapshot = await context.snapshots.get(project.id)
    if (!snapshot) throw new Error('there is no project')
    await serveDecisions(context, snapshot, of('ada', 'acme'), { runtime: 'all' })
    await serveEvaluatedFlags(context, snapshot, of('ada', 'beta'), { runtime: 'all' })
    await flush()
    expect([await users('evaluations/group_1'), await users('exposures/group_1')]).toEqual([2, 0])
  })

  it('USAGE-55 are counted exactly, of however many flags and answers', async () => {
    const { flags, flush, byAnswer } = await setUp()
    const keys = Array.from({ length: 70 }, (_, n) => `flag-${n}`)
    const expected = new Map<string, Set<string>>()
    for (const [n, key] of keys.entries()) {
      // Some flags are created after others already have their places.
      await flags.create({ key, filters: FOR_COMPANIES })
      for (let m = 0; m < 60; m++) {
        const company = `c${(m * 7 + n) % 23}`
        const asked = keys[(m * 5) % (n + 1)] ?? key
        const answer = `${asked} ${flags.variant(asked, of(`user ${m % 11}`, company))}`
        expected.set(answer, (expected.get(answer) ?? new Set()).add(company))
      }
      if (n % 20 === 0) await flush()
    }
    await flush()
    const sizes = new Map([...expected].map(([answer, { size }]) => [answer, size]))
    for (const measure of ['evaluations', 'exposures'] as const) {
      const counted = await byAnswer(`${measure}/group_1`)
      expect(new Map([...counted].sort())).toEqual(new Map([...sizes].sort()))
    }
  })

  it('USAGE-55 may look like anything, and nothing throws', async () => {
    const { flags, flush, users } = await setUp()
    const thrower = () => {
      throw new Error('read')
    }
    const odd = [null, 'acme', 7, { company: null }, { company: { toString: thrower } }, { company: ['a'] }]
    const groups = [...odd, Object.defineProperty({}, 'company', { get: thrower, enumerable: true })]
    for (const each of groups) flags.isEnabled('flag', { distinctId: 'ada', groups: each } as unknown as Subject) // as from JavaScript
    flags.isEnabled('flag', Object.defineProperty({ distinctId: 'ada' }, 'groups', { get: thrower }) as Subject)
    flags.isEnabled('flag', of('ada', 'x'.repeat(5000)))
    await flush()
    expect(await users('evaluations/group_1')).toBe(1)
  })
})
