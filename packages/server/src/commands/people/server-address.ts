import type { Flagdeck } from '@flagdeck/core'
import { endpoints } from '@flagdeck/http'
import { localUrl } from '../../local-url.ts'
import type { Settings } from '../../settings/settings.ts'

const TIMEOUT_MS = 1000

/**
 * Where clients reach the server of this database, without a slash at the end: the public URL, or the host and port of the
 * settings if a server of this database responds there. Null otherwise: another port may be in use, or another server.
 */
export async function serverAddress(
  { context: { store } }: Flagdeck,
  { publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>,
): Promise<string | null> {
  if (publicUrl !== null) return publicUrl.replace(/\/+$/, '')
  const url = localUrl(host, port)
  const project = await store.read((tx) => tx.projects.first())
  return project && (await knowsToken(url, project.apiToken)) ? url : null
}

/** Completes a line of text that has a path instead of a link. */
export const ADDRESS_HINT =
  'No server of this database responds at the configured host and port. Put the address of the server before the path, or name it with --public-url or PUBLIC_URL.'

/** The public token names a project of this database alone; the endpoint counts nothing. */
async function knowsToken(url: string, apiToken: string): Promise<boolean> {
  try {
    const query = new URLSearchParams({ token: apiToken })
    const { ok, body } = await fetch(`${url}${endpoints.listSurveys.path}?${query}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await body?.cancel()
    return ok
  } catch {
    return false
  }
}
