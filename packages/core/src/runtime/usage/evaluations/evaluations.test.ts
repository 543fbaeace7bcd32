import { describe, expect, it } from 'vitest'
import { CountedDecision } from '../../../evaluation/flags/counted-decision.ts'
import { serveDecisions, serveEvaluatedFlags } from '../../../features/flags/serve-flags.ts'
import { newFlagIndex } from '../../../testing/row-builders.ts'
import { type UsageTrial, usageTrial } from '../../../testing/usage/usage-trial.ts'

const HOUR_MS = 3_600_000
const EVERYBODY = { groups: [{ rollout_percentage: 100 }] }
const ada = { distinctId: 'ada' }
const bob = { distinctId: 'bob' }

/** Turns the flag of the trial on for all users. */
async function evaluationTrial(options: Parameters<typeof usageTrial>[0] = {}): Promise<UsageTrial> {
  const trial = await usageTrial(options)
  const flag = await trial.flags.find('flag')
  await trial.flags.update(flag?.id ?? 0, { filters: EVERYBODY })
  return trial
}

describe('evaluations of an application that embeds Flagdeck', () => {
  it('USAGE-40 count each, whichever way a flag is asked', async () => {
    const trial = await evaluationTrial()
    const { flags } = trial
    flags.isEnabled('flag', ada)
    flags.variant('flag', ada)
    flags.evaluate('flag', bob)
    flags.evaluateAll(bob)
    flags.evaluateAll(ada, { keys: ['flag', 'flag'] })
    await trial.flush()
    expect(await trial.sums(['variant', 'source', 'sdk'], { measure: 'evaluations' })).toEqual([
      { variant: 'true', source: 'embedded', sdk: 'flagdeck', count: 6, errors: 0 },
    ])
    expect(await trial.counts('evaluations')).toEqual([6, 6])
    expect(await trial.users('evaluations')).toBe(2)
  })

  it('USAGE-40 count by what the flag answered', async () => {
    const trial = await evaluationTrial()
    const variants = [
      { key: 'a', rollout_percentage: 50 },
      { key: 'b', rollout_percentage: 50 },
    ]
    await trial.flags.create({ key: 'test', filters: { ...EVERYBODY, multivariate: { variants } } })
    await trial.flags.create({ key: 'half', filters: { groups: [{ rollout_percentage: 50 }] } })
    const expected = new Map<string, number>()
    for (let n = 0; n < 500; n++) {
      for (const key of ['test', 'half', 'test']) {
        const answer = `${key} ${trial.flags.variant(key, { distinctId: `user ${n}` })}`
        expected.set(answer, (expected.get(answer) ?? 0) + 1)
      }
    }
    await trial.flush()
    const sums = await trial.sums(['flagKey', 'variant'], { measure: 'evaluations' })
    expect(new Map(sums.map(({ flagKey, variant, count }) => [`${flagKey} ${variant}`, count]))).toEqual(expected)
    const exposures = await trial.sums(['flagKey', 'variant'])
    const once = new Map(
      [...expected].map(([answer, count]) => [answer, answer.startsWith('test') ? count / 2 : count]),
    )
    expect(new Map(exposures.map(({ flagKey, variant, count }) => [`${flagKey} ${variant}`, count]))).toEqual(once)
    expect(await trial.users()).toBe(500)
  })

  it('USAGE-41 are exposures the first time that a user gets an answer, however long that is ago', async () => {
    const trial = await evaluationTrial()
    const { flags, clock } = trial
    for (const user of [ada, ada, bob, ada]) flags.isEnabled('flag', user)
    await trial.flush()
    for (const user of [ada, bob, bob]) flags.isEnabled('flag', user)
    clock.advance(25 * HOUR_MS)
    await trial.flush()
    for (const user of [ada, bob, bob, { distinctId: 'eve' }]) flags.isEnabled('flag', user)
    await trial.flush()
    expect([(await trial.counts())[1], (await trial.counts('evaluations'))[1]]).toEqual([3, 11])
    const flag = await flags.find('flag')
    await flags.update(flag?.id ?? 0, { active: false })
    for (const user of [ada, ada, bob]) flags.isEnabled('flag', user)
    await flags.update(flag?.id ?? 0, { active: true })
    for (const user of [ada, bob]) flags.isEnabled('flag', user)
    await trial.flush()
    expect(await trial.sums(['variant'])).toMatchObject([
      { variant: 'false', count: 2 },
      { variant: 'true', count: 3 },
    ])
  })

  it('USAGE-41 of 50,000 users are remembered, then all are forgotten, as SDKs do', async () => {
    const trial = await evaluationTrial()
    const exposed = async (from: number, until: number) => {
      for (let n = from; n < until; n++) trial.flags.isEnabled('flag', { distinctId: `user ${n}` })
      await trial.flush()
      return (await trial.counts())[1]
    }
    expect(await exposed(0, 50_000)).toBe(50_000)
    expect(await exposed(0, 50_000)).toBe(50_000)
    expect(await exposed(40_000, 70_000)).toBeGreaterThanOrEqual(70_000)
    const before = (await trial.counts())[1]
    expect(await exposed(0, 10)).toBe(before + 10)
    expect(Math.abs((await trial.users()) / 70_000 - 1)).toBeLessThan(0.02)
  })

  it('USAGE-42 have the users of each bucket and day, also those who are known', async () => {
    const trial = await evaluationTrial()
    const usersOf = async (period: 'bucket' | 'day') => {
      const query = { measure: 'evaluations', period, from: '', until: '~' } as const
      const sets = await trial.store.read((tx) => tx.userSets.list(trial.project.id, query))
      return sets.map(({ start, users }) => [start.slice(8, 13), (users.length - 1) / 8])
    }
    // Calls between two flushes get a time halfway back.
    for (const [hours, users] of [
      [0.5, [ada, bob, ada]],
      [0.4, [ada]],
      [1, [ada, bob]],
      [22, [bob, { distinctId: 'eve' }]],
    ] as const) {
      for (const user of users) trial.flags.isEnabled('flag', user)
      await trial.flush()
      trial.clock.advance(hours * HOUR_MS)
      await trial.flush()
    }
    expect(await usersOf('bucket')).toEqual([
      ['01T12', 2],
      ['01T13', 2],
    ])
    expect(await usersOf('day')).toEqual([['01', 3]])
    for (const user of [ada, bob]) trial.flags.isEnabled('flag', user)
    await trial.flush()
    expect((await usersOf('bucket')).at(-1)).toEqual(['02T11', 2])
    expect(await usersOf('day')).toEqual([
      ['01', 3],
      ['02', 2],
    ])
  })

  it('USAGE-43 on a snapshot, and explanations, do not count', async () => {
    const trial = await evaluationTrial()
    const snapshot = trial.flags.snapshot()
    snapshot.isEnabled('flag', ada)
    snapshot.variant('flag', ada)
    snapshot.evaluate('flag', ada)
    snapshot.evaluateAll(ada)
    trial.flags.explain('flag', ada)
    await trial.flush()
    expect(await trial.counts('evaluations')).toEqual([0, 0])
  })

  it('USAGE-43 do not count where that is switched off, and neither do those of the server', async () => {
    const trial = await evaluationTrial({ recordUsage: false })
    expect(trial.flags.isEnabled('flag', ada)).toBe(true)
    expect(trial.flags.variant('flag', ada)).toBe(true)
    expect(trial.flags.evaluateAll(ada)).toHaveLength(1)
    await serve(trial)
    await trial.keep({})
    expect([await trial.counts('evaluations'), await trial.counts()]).toEqual([
      [0, 0],
      [1, 1],
    ])
  })

  it('USAGE-45 of flags that cannot be evaluated count as errors, and those of unknown flags are noted', async () => {
    const trial = await evaluationTrial()
    const properties = [{ key: 'a', operator: 'exact', type: 'cohort', value: 404 }]
    await trial.store.write(async (tx) => {
      const flag = await tx.flags.findLiveByKey(trial.project.id, 'flag')
      if (!flag) throw new Error('no flag')
      const damaged = { ...flag, filters: { groups: [{ properties, rollout_percentage: 100 }] } as never, version: 9 }
      const projectVersion = await tx.projects.raiseVersion(trial.project.id)
      await tx.flags.update({ ...damaged, projectVersion }, newFlagIndex(flag), flag.version)
    })
    await trial.context.snapshots.check()
    for (let n = 0; n < 3; n++) expect(trial.flags.evaluate('flag', ada).failed).toBe(true)
    for (let n = 0; n < 5; n++) trial.flags.isEnabled('typo', ada)
    trial.flags.evaluateAll(ada, { keys: ['typo', 'tpyo'] })
    await trial.flush()
    expect(await trial.sums(['flagKey', 'variant'], { measure: 'evaluations' })).toEqual([
      { flagKey: 'flag', variant: 'false', count: 3, errors: 3 },
    ])
    const unknown = await trial.store.read((tx) => tx.seenFlags.listUnknown(trial.project.id, 10))
    expect(unknown).toMatchObject([
      { flagKey: 'typo', count: 6, lastSdk: 'flagdeck' },
      { flagKey: 'tpyo', count: 1 },
    ])
  })

  it('USAGE-46 count whatever the user’s id looks like, and those without one without a user', async () => {
    const trial = await evaluationTrial()
    const ids: unknown[] = ['', undefined, null, 7, '7', 'a', 'x'.repeat(1000), 'ä\0', true, { toString: () => 'odd' }]
    for (const distinctId of [...ids, ...ids]) trial.flags.evaluateAll({ distinctId } as never)
    await trial.flush()
    expect(await trial.counts('evaluations')).toEqual([20, 20])
    expect((await trial.counts())[0]).toBe(6)
    expect(await trial.users('evaluations')).toBe(6)
  })

  it('USAGE-47 count apart for every project, and together for all who opened the same', async () => {
    const trial = await evaluationTrial()
    const again = await trial.deck.project(trial.project.id)
    const other = await evaluationTrial({ store: trial.store })
    trial.flags.isEnabled('flag', ada)
    again.flags.isEnabled('flag', ada)
    again.flags.isEnabled('flag', bob)
    other.flags.isEnabled('flag', ada)
    await trial.flush()
    await other.flush()
    expect([await trial.counts(), await trial.counts('evaluations')]).toEqual([
      [2, 2],
      [3, 3],
    ])
    expect(await other.counts('evaluations')).toEqual([1, 1])
  })

  it('USAGE-47 are exact for very many flags and answers', async () => {
    const trial = await evaluationTrial()
    for (let n = 0; n < 300; n++) await trial.flags.create({ key: `flag-${n}`, filters: EVERYBODY })
    for (let round = 0; round < 3; round++) {
      for (let user = 0; user < 40; user++) trial.flags.evaluateAll({ distinctId: `user ${user}` })
      // Another user of one flag, and a flag that was not evaluated so far.
      trial.flags.isEnabled('flag-7', { distinctId: `late ${round}` })
    }
    await trial.flush()
    const sums = await trial.sums(['flagKey'])
    expect(sums).toHaveLength(301)
    for (const { flagKey, count } of sums) expect([flagKey, count]).toEqual([flagKey, flagKey === 'flag-7' ? 43 : 40])
    expect((await trial.counts('evaluations'))[1]).toBe(3 * 40 * 301 + 3)
  })
})

describe('evaluations of the server', () => {
  it('USAGE-44 count as such, and are no exposures', async () => {
    const trial = await evaluationTrial()
    await serve(trial)
    await trial.flush()
    const by = ['flagKey', 'variant', 'source', 'sdk'] as const
    expect(await trial.sums(by, { measure: 'evaluations' })).toEqual([
      { flagKey: 'flag', variant: 'true', source: 'server', sdk: '', count: 4, errors: 0 },
    ])
    expect(await trial.counts()).toEqual([0, 0])
    expect([await trial.users(), await trial.users('evaluations')]).toEqual([0, 2])
  })

  it('USAGE-44 and those of an application in the same process are counted apart', async () => {
    const trial = await evaluationTrial()
    await serve(trial)
    trial.flags.isEnabled('flag', ada)
    await serve(trial)
    trial.flags.isEnabled('flag', bob)
    await trial.flush()
    expect(await trial.sums(['source'], { measure: 'evaluations' })).toMatchObject([
      { source: 'embedded', count: 2 },
      { source: 'server', count: 8 },
    ])
    expect([await trial.counts(), await trial.users()]).toEqual([[2, 2], 2])
  })
})

describe('evaluations of very many users and answers between two flushes', () => {
  it('USAGE-53 are all counted', async () => {
    const trial = await evaluationTrial()
    const decision = trial.flags.snapshot().evaluate('flag', ada)
    const variants = Array.from({ length: 1600 }, (_, n) => `variant ${n}`)
    const decisions = variants.map((variant) => new CountedDecision({ ...decision, variant }))
    const { usage } = trial.context
    for (let user = 0; user < 1600; user++) {
      usage.evaluations(trial.project.id, 'server')?.noteAll(decisions, `user ${user}`)
    }
    await trial.flush()
    expect(usage.status()).toEqual({ pending: 0, written: 1600 * 1600, lost: 0 })
    expect((await trial.counts('evaluations'))[1]).toBe(1600 * 1600)
    expect(Math.abs((await trial.users('evaluations')) / 1600 - 1)).toBeLessThan(0.02)
  })
})

describe('counters of the server', () => {
  it('USAGE-44 are let go when a project was not asked for an hour, and count on when it is', async () => {
    const trial = await evaluationTrial()
    const { usage } = trial.context
    await serve(trial)
    const counter = usage.evaluations(trial.project.id, 'server')
    trial.clock.advance(HOUR_MS / 2)
    await trial.flush()
    expect(usage.evaluations(trial.project.id, 'server')).toBe(counter)
    trial.clock.advance(HOUR_MS + 1)
    await trial.flush()
    expect(usage.evaluations(trial.project.id, 'server')).not.toBe(counter)
    expect(usage.evaluations(trial.project.id, 'embedded')).toBe(usage.evaluations(trial.project.id, 'embedded'))
    await serve(trial)
    await trial.flush()
    expect((await trial.counts('evaluations'))[1]).toBe(8)
  })
})

/** Serves the flag to Ada and to Bob, in both possible ways. */
async function serve({ context, project }: UsageTrial): Promise<void> {
  const snapshot = await context.snapshots.get(project.id)
  if (!snapshot) throw new Error('no project')
  for (const user of [ada, bob]) {
    await serveDecisions(context, snapshot, user, {})
    await serveEvaluatedFlags(context, snapshot, user, {})
  }
}
