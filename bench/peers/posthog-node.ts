import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DefinitionsDocument, Subject } from '@flagdeck/core'
import { PostHog } from 'posthog-node'
import type { Peer } from './peer.ts'
import { question } from './question.ts'

/**
 * PostHog's published SDK, evaluating locally. It fetches its definitions once, from a server with only these
 * definitions.
 */
export const postHogNode: Peer = {
  library: 'posthog-node',
  async start(document) {
    const server = await serveDefinitions(document)
    // A server that listens on TCP has an address of this form.
    const { port } = server.address() as AddressInfo
    const client = new PostHog('phc_bench', {
      host: `http://127.0.0.1:${port}`,
      secretKey: 'phs_bench',
      strictLocalEvaluation: true,
      featureFlagsPollingInterval: null,
    })
    await client.reloadFeatureFlags()
    return {
      decide(key, subject) {
        const options = { ...optionsOf(subject), sendFeatureFlagEvents: false }
        return question(
          () => client.getFeatureFlag(key, subject.distinctId, options),
          (value = 'undecided') => ({ [key]: value }),
        )
      },
      decideAll(subject) {
        const options = optionsOf(subject)
        return question(
          () => client.getAllFlags(subject.distinctId, options),
          (values) => values,
        )
      },
      async close() {
        await client._shutdown()
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      },
    }
  },
}

async function serveDefinitions(document: DefinitionsDocument): Promise<Server> {
  const body = JSON.stringify(document)
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

type SdkOptions = NonNullable<Parameters<PostHog['getAllFlags']>[1]>

function optionsOf({ properties = {} }: Subject) {
  // The SDK's types require text, although it accepts any JSON value at run time.
  return { personProperties: properties as NonNullable<SdkOptions['personProperties']>, onlyEvaluateLocally: true }
}
