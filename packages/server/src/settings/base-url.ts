import type { Settings } from './settings.ts'

/** Where the server is reached, as far as its settings say; without a slash at the end. */
export function baseUrlOf({ publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl !== null) return publicUrl.replace(/\/+$/, '')
  const isEverywhere = host === '0.0.0.0' || host === '::'
  return `http://${isEverywhere ? '127.0.0.1' : host}:${port}`
}
