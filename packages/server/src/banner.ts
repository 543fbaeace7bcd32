import type { JsonObject } from '@flagdeck/core'
import { describeRedis } from '@flagdeck/redis/url'
import type { StartedServer } from './run-server.ts'
import { describeDatabase } from './settings/database-url.ts'
import type { Settings } from './settings/settings.ts'

/** What is known of a server once it is up. */
export interface ServerSummary {
  readonly version: string
  readonly server: Pick<StartedServer, 'url' | 'migrated' | 'firstRun' | 'project'>
  readonly settings: Pick<Settings, 'databaseUrl' | 'redisUrl' | 'publicUrl'>
}

/** What a start says on a terminal: where everything is, and on a first start the credentials, this once. */
export function banner(summary: ServerSummary): string {
  const { version, server, settings } = summary
  const { api, schema } = addresses(summary)
  const redis = settings.redisUrl === null ? '' : `   ${describeRedis(settings.redisUrl)}`
  const database = `${describeDatabase(settings.databaseUrl)}${migrations(server.migrated)}${redis}`
  return [
    `Flagdeck ${version}   node ${process.versions.node}   ${database}`,
    '',
    `  Listening          ${server.url}`,
    `  API                ${api}`,
    `  API description    ${schema}`,
    ...(server.firstRun ? credentials(server.firstRun, api) : []),
    '',
  ].join('\n')
}

/** The same for programs. */
export function bannerData(summary: ServerSummary): JsonObject {
  const { version, server, settings } = summary
  return {
    version,
    node: process.versions.node,
    database: describeDatabase(settings.databaseUrl),
    ...(settings.redisUrl === null ? {} : { redis: describeRedis(settings.redisUrl) }),
    migrated: server.migrated,
    url: server.url,
    ...addresses(summary),
    ...(server.firstRun
      ? { personal_api_key: server.firstRun.personalApiKey, project_token: server.firstRun.project.apiToken }
      : {}),
  }
}

function credentials({ personalApiKey, project }: NonNullable<StartedServer['firstRun']>, api: string): string[] {
  return [
    '',
    `  Personal API key   ${personalApiKey}`,
    '                     shown only now; make more with "flagdeck key create"',
    `  Project token      ${project.apiToken}`,
    '                     for SDKs, safe in browsers',
    '',
    '  Try it, with the key in place of KEY:',
    `    curl -H "Authorization: Bearer KEY" ${api}`,
  ]
}

function migrations(applied: readonly string[]): string {
  if (applied.length === 0) return ''
  return ` (${applied.length} ${applied.length === 1 ? 'migration' : 'migrations'} applied)`
}

function addresses({ server, settings }: ServerSummary): { readonly api: string; readonly schema: string } {
  const base = settings.publicUrl ?? reachable(server.url)
  const project = server.project ? `${server.project.id}/feature_flags/` : ''
  return { api: `${base}/api/projects/${project}`, schema: `${base}/api/schema/` }
}

/** A server on every network is reached from this machine by its loopback address. */
function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
}
