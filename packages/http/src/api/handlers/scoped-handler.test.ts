import { pageOf } from '@flagdeck/core/operations'
import { expect, test } from 'vitest'
import { EndpointRequest } from '../../rest/endpoint-request.ts'
import { plainRequest } from '../../rest/plain-request.ts'
import { isParted } from '../../rest/plain-response.ts'
import type { Reply } from '../../rest/reply.ts'
import { retrieveMyFlags } from '../endpoints/flag-evaluation.ts'
import { answerPart } from './scoped-handler.ts'

const MIB = 1024 * 1024

function partOf(items: readonly string[], query: { limit?: string; offset?: string }) {
  const parameters = new URLSearchParams(query)
  const request = new EndpointRequest(plainRequest('GET', `/x/?${parameters}`), retrieveMyFlags, {}, 'id')
  return answerPart(
    { context: { links: {} }, query, request },
    async (page) => pageOf(items, page),
    (item) => item,
  )
}

/** The text of a list that is so long that it is sent in parts. */
function textOf({ content }: Reply<unknown>): string {
  if (!('body' in content) || !isParted(content.body)) throw new Error('the body is not in parts')
  const decoder = new TextDecoder()
  return [...content.body.parts].map((part) => (typeof part === 'string' ? part : decoder.decode(part))).join('')
}

test('PAGE-6 cuts a bare list that is too long, and names the part that follows', async () => {
  const items = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(5 * MIB))
  const first = await partOf(items, {})
  expect(first.headers.link).toBe('<http://localhost/x/?limit=3&offset=3>; rel="next"')
  expect(textOf(first)).toBe(JSON.stringify(items.slice(0, 3)))
  const second = await partOf(items, { limit: '3', offset: '3' })
  expect(second.headers.link).toBeUndefined()
  expect(textOf(second)).toBe(JSON.stringify(items.slice(3)))
})

test('PAGE-6 answers a bare list whole, however many items it has', async () => {
  const items = Array.from({ length: 3000 }, (_, index) => `${index}`)
  const { headers, content } = await partOf(items, {})
  expect([headers.link, content]).toEqual([undefined, { body: JSON.stringify(items) }])
})
