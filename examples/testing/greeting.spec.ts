// Run by vitest, in another worker.

import { memoryDeck, withFlags } from '@flagdeck/core/testing'
import { afterAll, expect, test } from 'vitest'
import { greetingFor } from './checkout.ts'
import { coverage } from './coverage.ts'
import document from './project.json' with { type: 'json' }

const deck = await memoryDeck({ document, coverage })
afterAll(() => deck.close())

test.for([
  ['warm', 'Welcome back, ada!'],
  ['formal', 'Good day, ada.'],
] as const)('somebody %s is greeted so', async ([variant, greeting]) => {
  expect(await withFlags({ greeting: variant }, (flags) => greetingFor(flags, 'ada'), { deck })).toBe(greeting)
})

test.runIf(process.env.ASK_UNKNOWN)('a key that is spelled wrongly', async () => {
  const { flags } = await deck.project()
  expect(flags.isEnabled('greetnig', { distinctId: 'ada' })).toBe(false)
})
