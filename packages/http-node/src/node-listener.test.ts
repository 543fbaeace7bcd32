import { expect, it } from 'vitest'
import { nodeListener } from './node-listener.ts'
import { serve } from './serve.ts'

it('HTTP-88 says at once that it needs an application', async () => {
  const deck = { context: {} } as unknown as Parameters<typeof nodeListener>[0]
  expect(() => nodeListener(deck)).toThrow(/^nodeListener and serve require an application: /)
  await expect(serve(deck, { port: 0 })).rejects.toThrow(/^nodeListener and serve require an application: /)
})

it('EMBED-52 refuses an option that it does not have, by name', async () => {
  const application = { handle: () => Promise.reject(new Error('not called')), serves: () => false }
  const listener = nodeListener as (given: unknown, options: object) => unknown
  expect(() => listener(application, { onSendErr: () => {} })).toThrow(
    'nodeListener has no option "onSendErr". Did you mean "onSendError"?',
  )
  const options: object = { prot: 0 }
  await expect(serve(application, options)).rejects.toThrow('serve has no option "prot". Did you mean "port"?')
})
