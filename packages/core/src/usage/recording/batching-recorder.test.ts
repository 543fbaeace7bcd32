import { describe, expect, it } from 'vitest'
import { usageTrial } from '../testing/usage-trial.ts'

describe('calls of flags', () => {
  it('USAGE-1 count in their bucket and their day, by flag, variant, measure, source and SDK', async () => {
    const trial = await usageTrial()
    await trial.flags.create({ key: 'other' })
    await trial.keep({}, {}, { variant: 'false', errors: 1 }, { source: 'sdk_remote', sdk: '' }, { flagKey: 'other' })
    const others = { variant: 'true', source: 'sdk_local', sdk: 'posthog-node', errors: 0 }
    for (const [period, start] of [
      ['bucket', '2026-01-01T12:00:00.000000Z'],
      ['day', '2026-01-01'],
    ] as const) {
      expect(await trial.sums(['start', 'flagKey', 'variant', 'source', 'sdk'], { period })).toEqual([
        { start, ...others, flagKey: 'flag', variant: 'false', count: 1, errors: 1 },
        { start, ...others, flagKey: 'flag', count: 2 },
        { start, ...others, flagKey: 'flag', source: 'sdk_remote', sdk: '', count: 1 },
        { start, ...others, flagKey: 'other', count: 1 },
      ])
    }
  })
})
