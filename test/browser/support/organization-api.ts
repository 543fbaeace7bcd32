import type { JsonObject, JsonValue } from '@flagdeck/core'
import { call } from '../../../packages/server/test/support/server-process.ts'
import type { ConsoleServer } from './console-server.ts'

/** Calls the API as the owner, below the path of the organization, such as `members/`. */
export interface OrganizationApi {
  ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: JsonValue): Promise<JsonObject>
  /** Adds members with these names, as `NAME@example.com`. */
  join(...names: readonly string[]): Promise<void>
  /** Invites a user and returns the link. */
  invite(email: string): Promise<string>
}

export async function organizationApi({ url, personalApiKey }: ConsoleServer): Promise<OrganizationApi> {
  const { body } = await call(`${url}/api/organizations/`, personalApiKey)
  const [{ id }] = body.results as [{ readonly id: string }] // its schema was checked
  const ask: OrganizationApi['ask'] = async (method, path, sent) => {
    const response = await fetch(`${url}/api/organizations/${id}/${path}`, {
      method,
      headers: { authorization: `Bearer ${personalApiKey}`, 'content-type': 'application/json' },
      body: sent === undefined ? null : JSON.stringify(sent),
    })
    const text = await response.text()
    return text === '' ? {} : (JSON.parse(text) as JsonObject)
  }
  const tokenFor = async (email: string) => (await ask('POST', 'invites/', { target_email: email })).token
  return {
    ask,
    async join(...names) {
      for (const name of names) {
        const token = await tokenFor(`${name.toLowerCase()}@example.com`)
        await call(`${url}/api/signup/${token}/`, undefined, 'POST', { first_name: name })
      }
    },
    invite: async (email) => `${url}/console/#/invitation/${await tokenFor(email)}`,
  }
}
