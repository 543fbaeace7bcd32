import { createFlagdeck, memoryStore } from '@flagdeck/core'
import { type FlagdeckApplicationOptions, flagdeckApplication } from '@flagdeck/http'
import { onTestFinished } from 'vitest'
import { serve } from '../../src/index.ts'

/** Starts a deck behind a server on loopback, as providers expect it. Both end with the test. */
export async function flagdeckServer(options: FlagdeckApplicationOptions = {}) {
  const deck = await createFlagdeck({ store: memoryStore() })
  const { context, flags } = await deck.project()
  const { project } = context
  const server = await serve(flagdeckApplication(deck.context, options), { port: 0 })
  onTestFinished(async () => {
    await server.close({ timeoutMs: 0 })
    await deck.close()
  })
  return { url: server.url, server, deck, project, flags }
}

export type FlagdeckServer = Awaited<ReturnType<typeof flagdeckServer>>

/** The options with which a provider connects to the server. */
export function connection({ url, project }: FlagdeckServer, token = project.apiToken) {
  return { baseUrl: url, headers: [['Authorization', `Bearer ${token}`]] as [string, string][] }
}

export const EVERYBODY = [{ rollout_percentage: 100 }]

export const NOBODY = [{ rollout_percentage: 0 }]

/** Creates a flag for each type of value, and flags for which clients get their own defaults. */
export async function oneOfEach({ flags }: FlagdeckServer): Promise<void> {
  const config = (key: string, payload: string) =>
    flags.create({ key, isRemoteConfiguration: true, filters: { groups: EVERYBODY, payloads: { true: payload } } })
  const variants = [{ key: 'blue', rollout_percentage: 100 }]
  await flags.create({ key: 'on', filters: { groups: EVERYBODY } })
  await flags.create({ key: 'out', filters: { groups: NOBODY } })
  await flags.create({ key: 'disabled', active: false, filters: { groups: EVERYBODY } })
  await flags.create({ key: 'colour', filters: { groups: EVERYBODY, multivariate: { variants } } })
  await flags.create({ key: 'colour-out', filters: { groups: NOBODY, multivariate: { variants } } })
  await config('object', '{"a":[1]}')
  await config('number', '1.5')
  await config('zero', '0')
  await config('empty-text', '""')
  await config('no', 'false')
}
