import type { ScanOptions } from '@flagdeck/core'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { clientLeft } from '../../rest/request-error.ts'

/** What a client that waits, and what stands between it and us, can be expected to bear. */
const SCAN_TIMEOUT_MS = 30_000

/** Runs a scan for as long as the client waits for it. That one left is no failure of ours. */
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
