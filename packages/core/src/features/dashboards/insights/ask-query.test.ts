import { describe, expect, it } from 'vitest'
import { testDeck } from '../../../testing/test-deck.ts'
import { askQuery } from './ask-query.ts'

const CALLS = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: '$feature_flag_called' }] }

describe('a query that is not kept', () => {
  it('INSIGHT-28 is answered as it is on an insight', async () => {
    const { context, insights } = await testDeck()
    const asked = await askQuery(context, { query: CALLS })
    expect(asked).toEqual(await insights.ask(CALLS))
    expect(asked.answer.result).toHaveLength(1)
  })

  it('INSIGHT-28 needs query:read, and no more', async () => {
    const { as, member } = await testDeck()
    const reader = await as(member, { scopes: ['query:read'] })
    await expect(askQuery(reader, { query: CALLS })).resolves.toHaveProperty('answer.result')
    const other = await as(member, { scopes: ['insight:write'] })
    await expect(askQuery(other, { query: CALLS })).rejects.toThrow("API key missing required scope 'query:read'")
  })

  it('INSIGHT-28 is refused when it cannot be answered', async () => {
    const { context } = await testDeck()
    await expect(askQuery(context, { query: { kind: 'HogQLQuery' } })).rejects.toMatchObject({
      code: 'unsupported_query',
      attr: 'query',
      message: expect.stringContaining('"kind" is "HogQLQuery", which is not supported'),
    })
  })
})
