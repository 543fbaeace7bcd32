// A flag kept through a store that is no package of Flagdeck's: this folder has all of it.
import assert from 'node:assert/strict'
import { createFlagdeck } from '@flagdeck/core'
import { nodeSqliteStore } from './node-sqlite-store.ts'

const deck = await createFlagdeck({ store: nodeSqliteStore(':memory:') })
const { flags } = await deck.project()
await flags.create({ key: 'new-checkout', filters: { groups: [{ rollout_percentage: 100 }] } })
assert.equal(flags.isEnabled('new-checkout', { distinctId: 'ada' }), true)
console.log('new-checkout is on for ada, out of node:sqlite')
await deck.close()
