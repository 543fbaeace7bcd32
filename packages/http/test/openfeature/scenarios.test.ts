import { createFlagdeck, memoryStore } from '@flagdeck/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ASKERS, type Asker } from './askers.ts'
import { ERROR_SCENARIOS } from './error-scenarios.ts'
import type { Scenario } from './scenario.ts'
import { TARGETING_SCENARIOS } from './targeting-scenarios.ts'
import { VALUE_SCENARIOS } from './value-scenarios.ts'

async function resolve(ask: Asker, { flag, question }: Scenario) {
  const deck = await createFlagdeck({ store: memoryStore() })
  onTestFinished(() => deck.close())
  const { context, flags } = await deck.project()
  if (flag) await flags.create({ key: 'asked', ...flag })
  return ask(deck, context.project, question)
}

describe.each(Object.entries(ASKERS))('PROTO-36 PROTO-50 OpenFeature’s scenarios %s', (_, ask) => {
  it.each(VALUE_SCENARIOS)('values: $title', async (scenario) => {
    expect(await resolve(ask, scenario)).toMatchObject(scenario.expected)
  })

  it.each(TARGETING_SCENARIOS)('targeting: $title', async (scenario) => {
    expect(await resolve(ask, scenario)).toMatchObject(scenario.expected)
  })

  it.each(ERROR_SCENARIOS)('errors: $title', async (scenario) => {
    expect(await resolve(ask, scenario)).toMatchObject(scenario.expected)
  })
})
