import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFlagdeck, memoryStore } from '@flagdeck/core'
import { checkoutFor } from './checkout.ts'

test('who has the flag gets one page', async (t) => {
  const deck = await createFlagdeck({ store: memoryStore() })
  t.after(() => deck.close())
  const { flags } = await deck.project()
  assert.equal(checkoutFor(flags, 'ada'), 'three pages')
  await flags.create({ key: 'new-checkout', filters: { groups: [{ rollout_percentage: 100 }] } })
  assert.equal(checkoutFor(flags, 'ada'), 'one page')
})
