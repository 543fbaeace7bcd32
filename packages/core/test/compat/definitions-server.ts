import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DefinitionsDocument } from '../../src/evaluation/definition/definitions.ts'

/** A server on loopback that knows nothing but a project's definitions. */
export interface DefinitionsServer {
  readonly url: string
  /** What it serves from now on. */
  serve(document: DefinitionsDocument): void
  /** Paths that were asked for besides the definitions: a client that evaluates locally asks for none. */
  readonly otherRequests: readonly string[]
  close(): Promise<void>
}

export async function startDefinitionsServer(): Promise<DefinitionsServer> {
  let body = '{"flags":[]}'
  const otherRequests: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname !== '/flags/definitions') otherRequests.push(pathname)
    response.writeHead(pathname === '/flags/definitions' ? 200 : 404, { 'content-type': 'application/json' })
    response.end(pathname === '/flags/definitions' ? body : '{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    serve: (document) => {
      body = JSON.stringify(document)
    },
    otherRequests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
