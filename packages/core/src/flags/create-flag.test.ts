import { expect, it } from 'vitest'
import { testDeck } from '../testing/test-deck.ts'
import { createFlag } from './create-flag.ts'
it('x', async () => {
  const { context, flags, as, owner } = await testDeck()
  console.log(await createFlag(await as(owner), { key: 'a' }))
  console.log(flags.isEnabled('a', { distinctId: 'x' }), flags.snapshot().keys, context.project.version)
})
