import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Site } from './site.ts'

/** Makes a server listen on any free port. */
export async function listeningSite(server: Server): Promise<Site> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    // A server that listens on TCP has an address of this form.
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
