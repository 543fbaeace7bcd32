import { createServer } from 'node:net'
import type { Settings } from './settings/settings.ts'

/** Listens for a moment where the settings say. Rejects with the error of `listen` where that cannot be. */
export function tryListening({ host, port }: Pick<Settings, 'host' | 'port'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, host, () => server.close(() => resolve()))
  })
}
