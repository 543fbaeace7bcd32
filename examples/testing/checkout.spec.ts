// Run by vitest.

import { memoryDeck, withFlags } from '@flagdeck/core/testing'
import { afterAll, expect, test } from 'vitest'
import { checkoutFor } from './checkout.ts'
import { coverage } from './coverage.ts'
import document from './project.json' with { type: 'json' }

const deck = await memoryDeck({ document, coverage })
afterAll(() => deck.close())

test('who has the flag gets one page', async () => {
  const checkout = await withFlags({ 'new-checkout': true }, (flags) => checkoutFor(flags, 'ada'), { deck })
  expect(checkout).toBe('one page')
})

test('who has it not gets three', async () => {
  const checkout = await withFlags({ 'new-checkout': false }, (flags) => checkoutFor(flags, 'ada'), { deck })
  expect(checkout).toBe('three pages')
})
