import { isMeantFor } from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import type { SdkContext } from '../access/request-context.ts'
import * as endpoints from '../endpoints/browser-sdk.ts'
import { earlyAccessFeaturesBody } from '../wire/browser-sdk.ts'
import { handle } from './scoped-handler.ts'
import { sdkSnapshot } from './sdk-snapshot.ts'

interface Asked {
  readonly context: SdkContext
  readonly query: { readonly token?: string | undefined }
  readonly request: EndpointRequest
}

const projectOf = ({ context, query, request }: Asked) => sdkSnapshot(context, query.token ?? '', request)

/**
 * Requests of posthog-js in addition to flags (BROWSER-13). Unsupported features return empty lists, so that callbacks
 * run.
 */
export const browserSdkRoutes = [
  handle(endpoints.listEarlyAccessFeatures, async (input) => {
    const { activeFlags } = await projectOf(input)
    const forPages = activeFlags.filter((flag) => isMeantFor(flag, { runtime: 'client' }))
    return earlyAccessFeaturesBody(forPages, input.query.stage)
  }),
  handle(endpoints.listSurveys, async (input) => {
    await projectOf(input)
    return { surveys: [], survey_config: null }
  }),
  handle(endpoints.listWebExperiments, async (input) => {
    await projectOf(input)
    return { experiments: [] }
  }),
  handle(endpoints.listProductTours, async (input) => {
    await projectOf(input)
    return { product_tours: [] }
  }),
  ...[endpoints.takeLogs, endpoints.takeMetrics].map((endpoint) =>
    handle(endpoint, async (input) => {
      await projectOf(input)
      return {}
    }),
  ),
]
