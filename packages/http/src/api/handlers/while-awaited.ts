import type { ScanOptions } from '@flagdeck/core'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { clientLeft } from '../../rest/request-error.ts'

/** A wait that common clients and proxies tolerate. */
const SCAN_TIMEOUT_MS = 30_000

/** Runs a scan as long as the client waits for it. A disconnected client is no failure of the server. */
export async function whileAwaited<T>(
  { signal }: EndpointRequest,
  run: (options: ScanOptions) => Promise<T>,
): Promise<T> {
  try {
    return await run({ signal, timeoutMs: SCAN_TIMEOUT_MS })
  } catch (error) {
    throw signal?.aborted ? clientLeft() : error
  }
}
