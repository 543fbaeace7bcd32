import { startServer } from 'flagdeck'
import { onTestFinished } from 'vitest'
import { createMigratedDatabase } from '../../../packages/store-postgres/test/support/create-test-database.ts'

export interface AgentService {
  readonly url: string
  /** The key of the owner, with all permissions. */
  readonly ownerKey: string
  /** Counts one call of a flag, as an SDK reports it. */
  countCall(flagKey: string): Promise<void>
  /** Sends a request with the owner's key. */
  ask(method: 'GET' | 'POST', path: string, body?: object): Promise<ReturnType<typeof JSON.parse>>
}

export interface AgentServiceOptions {
  readonly postgresUrl?: string
  /** Missing for a free port. */
  readonly port?: number
}

/** Starts a whole server on an empty database: on PostgreSQL if a URL is given. Both end after the test. */
export async function agentService({ postgresUrl, port = 0 }: AgentServiceOptions = {}): Promise<AgentService> {
  const database = postgresUrl === undefined ? undefined : await createMigratedDatabase(postgresUrl)
  onTestFinished(() => database?.dispose())
  const server = await startServer({ port, databaseUrl: database?.url ?? 'sqlite::memory:', logLevel: 'warn' })
  onTestFinished(() => server.close())
  const { credentials, url } = server
  if (!credentials) throw new Error('the database was not empty')
  const { personalApiKey: ownerKey, projectToken } = credentials
  const ask: AgentService['ask'] = async (method, path, body) => {
    const headers = { authorization: `Bearer ${ownerKey}`, 'content-type': 'application/json' }
    const response = await fetch(url + path, { method, headers, body: body ? JSON.stringify(body) : null })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  return {
    url,
    ownerKey,
    ask,
    async countCall(flagKey) {
      const properties = { $feature_flag: flagKey, $feature_flag_response: true, $lib: 'posthog-node' }
      await ask('POST', '/i/v0/e/', {
        api_key: projectToken,
        event: '$feature_flag_called',
        distinct_id: 'u',
        properties,
      })
      await ask('POST', '/api/projects/@current/query/', { query: CALLS, refresh: 'blocking' })
    },
  }
}

/** A query for the calls of flags in the last week, in the form that the toolkit's schemas accept. */
export const CALLS = {
  kind: 'InsightVizNode',
  source: {
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode', event: '$feature_flag_called', custom_name: 'Calls', math: 'total' }],
    dateRange: { date_from: '-7d' },
    breakdownFilter: { breakdown: '$feature_flag', breakdown_type: 'event' },
  },
}
