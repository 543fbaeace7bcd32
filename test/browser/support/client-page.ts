import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { createClient } from '@flagdeck/client'
import { build } from 'esbuild'
import { inWorkspace } from '../../../scripts/workspace/source-files.ts'

declare global {
  interface Window {
    flagdeck: { createClient: typeof createClient }
  }
}

/**
 * A website with the published client of the API in a page, under two host names. Only the first is a secure context.
 */
export interface ClientSite {
  readonly origin: string
  readonly plainOrigin: string
  close(): Promise<void>
}

/** The browser argument that resolves {@link ClientSite.plainOrigin}. */
export const RESOLVER_RULES = '--host-resolver-rules=MAP plain.test 127.0.0.1'

const PAGE = `<!doctype html><title>Client</title><link rel="icon" href="data:,">
<script type="module">import * as flagdeck from './client.js'; window.flagdeck = flagdeck</script>`

export async function startClientSite(): Promise<ClientSite> {
  const script = await bundledClient()
  const server = createServer(({ url }, response) => {
    const [type, body] = url === '/client.js' ? ['text/javascript', script] : ['text/html', PAGE]
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // of a TCP server
  return {
    origin: `http://127.0.0.1:${port}`,
    plainOrigin: `http://plain.test:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function bundledClient(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [inWorkspace('packages/client/src/index.ts')],
    bundle: true,
    format: 'esm',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}
