import { PostHog } from 'posthog-node'
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
  close(): Promise<void>
}

export async function startLocalSdk(): Promise<LocalSdk> {
  const server = await startDefinitionsServer()
  const client = new PostHog('phc_compat', {
    host: server.url,
    secretKey: 'phs_compat',
    strictLocalEvaluation: true,
    featureFlagsPollingInterval: null,
  })
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
    close: async () => {
      await client._shutdown()
      await server.close()
    },
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
