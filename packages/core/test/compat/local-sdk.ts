import { PostHog } from 'posthog-node'
import { afterAll, vi } from 'vitest'
import type { DefinitionsDocument } from '../../src/evaluation/definition/definitions.ts'
import type { Subject } from '../../src/evaluation/definition/subject.ts'
import { startDefinitionsServer } from './definitions-server.ts'

/** What the SDK answers by itself. Flags it would have to ask a server for are not in the maps. */
export interface LocalAnswers {
  readonly values: ReadonlyMap<string, string | boolean>
  readonly payloads: ReadonlyMap<string, unknown>
}

/** The published SDK, evaluating locally from whatever definitions it is given. */
export interface LocalSdk {
  load(document: DefinitionsDocument): Promise<void>
  evaluate(subject: Subject): Promise<LocalAnswers>
  readonly otherRequests: readonly string[]
}

/** Starts it for one file of tests, after which it ends. */
export async function startLocalSdk(): Promise<LocalSdk> {
  const server = await startDefinitionsServer()
  const client = new PostHog('phc_compat', {
    host: server.url,
    secretKey: 'phs_compat',
    strictLocalEvaluation: true,
    featureFlagsPollingInterval: null,
  })
  // It tells on the console which flags it cannot evaluate, and here that is no news.
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
  afterAll(async () => {
    await client._shutdown()
    await server.close()
    warnings.mockRestore()
  })
  // Who reloads while it loads for the first time would get what that brings.
  await client.reloadFeatureFlags()
  return {
    load: async (document) => {
      server.serve(document)
      await client.reloadFeatureFlags()
    },
    evaluate: async (subject) => {
      const { featureFlags, featureFlagPayloads } = await client.getAllFlagsAndPayloads(subject.distinctId, {
        ...optionsOf(subject),
        onlyEvaluateLocally: true,
      })
      return {
        values: new Map(Object.entries(featureFlags ?? {})),
        payloads: new Map(Object.entries(featureFlagPayloads ?? {})),
      }
    },
    otherRequests: server.otherRequests,
  }
}

type SdkOptions = NonNullable<Parameters<PostHog['getAllFlagsAndPayloads']>[1]>

function optionsOf({ properties, groups, groupProperties, deviceId }: Subject): SdkOptions {
  // The SDK's types ask for text where it takes any JSON value at run time.
  return {
    personProperties: { ...properties, ...(deviceId === undefined ? {} : { $device_id: deviceId }) },
    groups: groups ?? {},
    groupProperties: groupProperties ?? {},
  } as SdkOptions
}
