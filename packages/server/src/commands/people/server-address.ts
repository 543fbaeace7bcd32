import { randomUUID } from 'node:crypto'
import type { Flagdeck, User } from '@flagdeck/core'
import { createPersonalApiKey, keys, sessions } from '@flagdeck/core/operations'
import { timestampOf } from '@flagdeck/core/store'
import { endpoints } from '@flagdeck/http'
import { localUrl } from '../../local-url.ts'
import type { Settings } from '../../settings/settings.ts'

const TIMEOUT_MS = 5000

/** The check revokes its key when it is done. If the command is killed first, the key expires after this time. */
const CHECK_KEY_MS = 5 * 60_000

/**
 * Returns the address at which clients reach the server of this database, without a slash at the end. It is the public
 * URL, or else the address that the server at the configured host and port reports. Returns null if no server of this
 * database responds there.
 */
export async function serverAddress(
  deck: Flagdeck,
  { publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>,
): Promise<string | null> {
  if (publicUrl !== null) return publicUrl.replace(/\/+$/, '')
  const url = localUrl(host, port)
  const user = await firstOwner(deck)
  return user && (await readsDatabase(url, deck, user)) ? reportedAddress(url) : null
}

/**
 * Returns the user for whom the key of the check is created. Returns undefined before the first organization has an
 * owner.
 */
async function firstOwner({ context: { store } }: Flagdeck): Promise<User | undefined> {
  return store.read(async (tx) => {
    const project = await tx.projects.first()
    return project && sessions.findOwner(tx, project.organizationId).catch(() => undefined)
  })
}

/** Follows a path that is printed instead of a link. */
export const ADDRESS_HINT =
  'No server that uses this database responds at the configured host and port. Prepend the server address to the path, or set it with --public-url or PUBLIC_URL.'

/**
 * Returns the address that a server reports. The path of the session cookie is that of the public URL, so links with
 * other addresses would not sign in.
 */
async function reportedAddress(url: string): Promise<string | null> {
  try {
    const response = await fetch(`${url}${endpoints.retrieveSchema.path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { servers } = (await response.json()) as { readonly servers: readonly [{ readonly url: string }] } // the server builds the document
    return new URL(servers[0].url, url).href.replace(/\/+$/, '')
  } catch {
    return null
  }
}

/**
 * Whether the server reads this database (SERVE-58): it must return the random label of a key. Another program receives
 * only the value of the key. The key is bound to an organization that does not exist, so it grants no access and no
 * activity shows the label.
 */
async function readsDatabase(url: string, { context }: Flagdeck, user: User): Promise<boolean> {
  const label = `check ${randomUUID()}`
  const { key, value } = await createPersonalApiKey(context, {
    user,
    label,
    scopes: ['user:read'],
    scopedOrganizationIds: [randomUUID()],
    expiresAt: timestampOf(context.clock() + CHECK_KEY_MS),
  })
  try {
    const response = await fetch(`${url}${endpoints.retrieveKey.path.replace('{id}', key.id)}`, {
      headers: { authorization: `Bearer ${value}` },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer = (await response.json()) as { readonly label?: unknown } | null // another program may respond
    return answer?.label === label
  } catch {
    return false
  } finally {
    await keys.revokeKey(context, key.id, user)
  }
}
