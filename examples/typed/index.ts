// The program of docs/guides/types.md, each step checked. Run it with `node index.ts`.
// `npm test` first holds flags.ts against project.json, and compiles this program with it.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { applyImport, createFlagdeck, memoryStore } from '@flagdeck/core'
import { flagdeckProvider } from '@flagdeck/openfeature'
import { OpenFeature } from '@openfeature/server-sdk'
import { type FlagKey, typedOpenFeature } from './flags.ts'

const deck = await createFlagdeck({ store: memoryStore() })
const { context, flags } = await deck.project()
await applyImport(context, JSON.parse(readFileSync(new URL('project.json', import.meta.url), 'utf8')))

const ada = { distinctId: 'ada' }
const isNew = flags.isEnabled('new-checkout', ada)
const pages = flags.variant('checkout-pages', ada)
const uploads = flags.payload('limits', ada)?.uploads ?? 5
console.log(isNew, pages, uploads)
assert.deepEqual([isNew, pages, uploads], [true, 'one-page', 20])

// @ts-expect-error There is no such flag.
assert.equal(flags.isEnabled('new-chekcout', ada), false)

// @ts-expect-error The flag has no such variant.
if (pages === 'two-pages') assert.fail()

await OpenFeature.setProviderAndWait(flagdeckProvider(deck))
const client = typedOpenFeature(OpenFeature.getClient())
const limits = await client.getObjectValue('limits', { uploads: 5 }, { targetingKey: 'ada' })
console.log(limits.uploads)
assert.equal(limits.uploads, 20)

const everywhere: readonly FlagKey[] = ['new-checkout', 'checkout-pages', 'limits']
assert.deepEqual([...flags.snapshot().keys].sort(), [...everywhere].sort())

await OpenFeature.close()
await deck.close()
