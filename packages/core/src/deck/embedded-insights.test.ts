import { expect, it } from 'vitest'
import { testDeck } from '../testing/test-deck.ts'

const CALLS = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: '$feature_flag_called' }] }

it('EMBED-8 keeps insights, and asks what need not be kept', async () => {
  const { insights, flags, context } = await testDeck()
  const { id, shortId } = await insights.create({ name: 'Calls', query: CALLS })
  expect(await insights.get(shortId)).toMatchObject({ id, name: 'Calls' })
  await insights.update(id, { favorited: true })
  expect(await insights.list({ favorited: 'true' })).toMatchObject({ count: 1 })
  expect(await insights.trending(1)).toMatchObject({ items: [{ id }] })
  expect(await insights.activity(id, { limit: 1 })).toMatchObject({ count: 2, items: [{ verb: 'updated' }] })
  await insights.delete(id)
  await expect(insights.get(id)).rejects.toMatchObject({ kind: 'not_found', apiDetail: 'Not found.' })
  expect(await insights.restore(id)).toMatchObject({ deleted: false })

  await flags.create({ key: 'asked', filters: { groups: [{ rollout_percentage: 100 }] } })
  expect(flags.isEnabled('asked', { distinctId: 'u' })).toBe(true)
  await context.usage.flush()
  const { answer } = await insights.ask({ ...CALLS, measure: 'evaluations' })
  expect(answer).toMatchObject({ result: [{ count: 1 }] })
  expect((await insights.ask({ kind: 'FunnelsQuery' })).answer).toMatchObject({ result: null })
})
