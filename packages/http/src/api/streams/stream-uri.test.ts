import { createFlagdeck, memoryStore } from '@flagdeck/core'
import { expect, it, onTestFinished } from 'vitest'
import { streamUri } from './stream-uri.ts'

it.each([
  ['/ofrep/v1/evaluate/flags', undefined, '/ofrep/v1/events'],
  ['/ofrep/v1/evaluate/flags?x=/ofrep/v1/', undefined, '/ofrep/v1/events'],
  ['/api/projects/7/ofrep/v1/evaluate/flags/', undefined, '/ofrep/v1/events'],
  ['/deck/api/projects/@current/ofrep/v1/evaluate/flags', undefined, '/deck/ofrep/v1/events'],
  ['//deck//api/projects//7/ofrep//v1/evaluate/flags', undefined, '/deck/ofrep/v1/events'],
  ['/deck/ofrep/v1/evaluate/flags', 'https://acme.test', '/deck/ofrep/v1/events'],
  ['/ofrep/v1/evaluate/flags', 'https://acme.test/flags/', '/flags/ofrep/v1/events'],
])('PROTO-30 the stream of %s behind %s is at %s', async (url, publicUrl, path) => {
  const deck = await createFlagdeck({ store: memoryStore() })
  onTestFinished(() => deck.close())
  const { project } = (await deck.project()).context
  const uri = await streamUri({ ctx: deck.context, links: { publicUrl } }, project, { url })
  expect(uri.split('?token=')[0]).toBe(path)
})
