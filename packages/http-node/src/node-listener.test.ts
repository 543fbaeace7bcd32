import { expect, it } from 'vitest'
import { nodeListener } from './node-listener.ts'
import { serve } from './serve.ts'

it('HTTP-88 says at once that it needs an application', async () => {
  const deck = { context: {} } as unknown as Parameters<typeof nodeListener>[0]
  expect(() => nodeListener(deck)).toThrow(/^nodeListener and serve need an application: /)
  await expect(serve(deck, { port: 0 })).rejects.toThrow(/^nodeListener and serve need an application: /)
})
