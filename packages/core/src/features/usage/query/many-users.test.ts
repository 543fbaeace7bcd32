import { expect, it } from 'vitest'
import { epochMsOf, timestampOf } from '../../../foundation/time/timestamp.ts'
import { testDeck } from '../../../testing/test-deck.ts'

const DAY_MS = 86_400_000
const CALLED = { kind: 'EventsNode', event: '$feature_flag_called', math: 'dau' }
const USERS_PER_VARIANT = {
  kind: 'TrendsQuery',
  series: [CALLED],
  dateRange: { date_from: '-29d' },
  breakdownFilter: { breakdown: '$feature_flag_response' },
  trendsFilter: { display: 'ActionsTable' },
}

/** Adds calls of this number of users on each of 30 days. Half of them also have calls on the days before and after. */
async function usersOverThirtyDays(usersADay: number) {
  const { flags, insights, context, project, clock } = await testDeck()
  await flags.create({ key: 'asked' })
  const today = epochMsOf(timestampOf(clock()))
  for (let call = 0; call < 30 * usersADay; call++) {
    const day = Math.floor(call / usersADay)
    context.usage.record({
      projectId: project.id,
      flagKey: 'asked',
      variant: 'true',
      measure: 'exposures',
      source: 'sdk_remote',
      sdk: 'web',
      distinctId: `user-${Math.floor(day * (usersADay / 2)) + (call % usersADay)}`,
      count: 1,
      errors: 0,
      at: today - day * DAY_MS,
      uuid: null,
    })
  }
  await context.usage.flush()
  const { answer } = await insights.ask(USERS_PER_VARIANT)
  return { answer, users: 29 * (usersADay / 2) + usersADay }
}

it('INSIGHT-22 and INSIGHT-26 count 100,000 users of 30 days within 2 %', { timeout: 60_000 }, async () => {
  const { answer, users } = await usersOverThirtyDays(6452)
  expect(users).toBeGreaterThan(100_000)
  expect(answer).toMatchObject({ approximate: true, result: [{ breakdownValue: 'true' }] })
  const [{ aggregatedValue = 0 } = {}] = answer.result as readonly { readonly aggregatedValue?: number }[]
  expect(Math.abs(aggregatedValue / users - 1)).toBeLessThan(0.02)
})

it('INSIGHT-22 and INSIGHT-26 count 1,500 users of 30 days exactly', async () => {
  const { answer, users } = await usersOverThirtyDays(96)
  expect(users).toBe(1488)
  expect(answer).toMatchObject({ approximate: false, result: [{ aggregatedValue: users }] })
})
