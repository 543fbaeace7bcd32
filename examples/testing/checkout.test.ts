// Run by node:test.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { flagCoverage, memoryDeck, withFlags } from '@flagdeck/core/testing'
import { checkoutFor } from './checkout.ts'
import document from './project.json' with { type: 'json' }

test('who has the flag gets one page', async () => {
  await withFlags({ 'new-checkout': true }, (flags) => {
    assert.equal(checkoutFor(flags, 'ada'), 'one page')
  })
})

const coverage = flagCoverage()
const deck = await memoryDeck({ document, coverage })

test('who is not among the first gets three', async () => {
  const { flags } = await deck.project()
  assert.equal(checkoutFor(flags, 'user-3'), 'three pages')
})

after(async () => {
  const report = coverage.report()
  console.log(report.text)
  report.assertKnown()
  assert.deepEqual(report.neverAsked, ['greeting'])
  await deck.close()
})
