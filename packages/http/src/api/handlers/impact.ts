import type { ScanOptions } from '@flagdeck/core'
import { blastRadius, previewFlag } from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { RequestError } from '../../rest/request-error.ts'
import * as endpoints from '../endpoints/impact.ts'
import { blastRadiusAnswer, previewAnswer } from '../wire/impact.ts'
import { inProject } from './scoped-handler.ts'

/** What a client that waits, and what stands between it and us, can be expected to bear. */
const SCAN_TIMEOUT_MS = 30_000

export const impactRoutes = [
  inProject(endpoints.createUserBlastRadius, async (project, { body, request }) =>
    blastRadiusAnswer(await whileAwaited(request, (options) => blastRadius(project, body, options))),
  ),
  inProject(endpoints.createPreview, async (project, { params, body, request }) =>
    previewAnswer(await whileAwaited(request, (options) => previewFlag(project, params.id, body, options))),
  ),
]

/** Runs a scan for as long as the client waits for it. That one left is no failure of ours. */
async function whileAwaited<T>({ signal }: EndpointRequest, run: (options: ScanOptions) => Promise<T>): Promise<T> {
  try {
    return await run({ signal, timeoutMs: SCAN_TIMEOUT_MS })
  } catch (error) {
    throw signal?.aborted ? new RequestError('request_timeout', 'The client did not wait for the answer.') : error
  }
}
