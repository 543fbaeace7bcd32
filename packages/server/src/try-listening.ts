import { createServer } from 'node:net'
import type { Settings } from './settings/settings.ts'

/** Listens briefly at the configured address. Rejects with the error of `listen` if that fails. */
export function tryListening({ host, port }: Pick<Settings, 'host' | 'port'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, host, () => server.close(() => resolve()))
  })
}
