import type { Flagdeck } from '@flagdeck/core'
import { endpoints } from '@flagdeck/http'
import { localUrl } from '../../local-url.ts'
import type { Settings } from '../../settings/settings.ts'

const TIMEOUT_MS = 5000

/**
 * The address at which clients reach the server of this database, without a slash at the end. It is the public URL, or else
 * the address that the server at the configured host and port reports. Null if no server of this database responds there.
 */
export async function serverAddress(
  { context: { store } }: Flagdeck,
  { publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>,
): Promise<string | null> {
  if (publicUrl !== null) return publicUrl.replace(/\/+$/, '')
  const url = localUrl(host, port)
  const project = await store.read((tx) => tx.projects.first())
  return project && (await knowsToken(url, project.apiToken)) ? reportedAddress(url) : null
}

/** Completes a line of text that has a path instead of a link. */
export const ADDRESS_HINT =
  'No server of this database responds at the configured host and port. Put the address of the server before the path, or name it with --public-url or PUBLIC_URL.'

/** The address that a server reports: the session cookie has the path of its public URL, so other links would not sign in. */
async function reportedAddress(url: string): Promise<string | null> {
  try {
    const response = await fetch(`${url}${endpoints.retrieveSchema.path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { servers } = (await response.json()) as { readonly servers: readonly [{ readonly url: string }] } // as our own server builds it
    return new URL(servers[0].url, url).href.replace(/\/+$/, '')
  } catch {
    return null
  }
}

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
