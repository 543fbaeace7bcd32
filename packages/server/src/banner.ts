import type { JsonObject } from '@flagdeck/core'
import { sessions } from '@flagdeck/core/operations'
import { describeRedis } from '@flagdeck/redis/url'
import { localUrl } from './local-url.ts'
import type { StartedServer } from './run-server.ts'
import { describeDatabase } from './settings/database-url.ts'
import type { Settings } from './settings/settings.ts'

/** A summary of a started server. */
export interface ServerSummary {
  readonly version: string
  readonly server: Pick<StartedServer, 'url' | 'port' | 'migrated' | 'firstRun' | 'signInToken' | 'project'>
  readonly settings: Pick<Settings, 'databaseUrl' | 'redisUrl' | 'publicUrl' | 'host'>
  /** How users call the command here, such as `npx flagdeck`. */
  readonly command: string
}

/**
 * Returns the text that a start prints on a terminal: the addresses, and after a first start the credentials, which are
 * shown only once.
 */
export function banner(summary: ServerSummary): string {
  const { version, server, settings, command } = summary
  const { console, api, schema } = addresses(summary)
  const redis = settings.redisUrl === null ? '' : `   ${describeRedis(settings.redisUrl)}`
  const database = `${describeDatabase(settings.databaseUrl)}${migrations(server.migrated)}${redis}`
  return [
    `Flagdeck ${version}   node ${process.versions.node}   ${database}`,
    '',
    `  Console            ${console}`,
    ...signingIn(summary),
    `  Listening          ${server.url}`,
    `  API                ${api}`,
    `  API description    ${schema}`,
    ...(server.firstRun ? credentials(server.firstRun, api, command) : []),
    '',
  ].join('\n')
}

/** Returns the same summary for programs. */
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
    ...(server.signInToken === undefined
      ? {}
      : { sign_in_link: sessions.consoleLink(baseOf(summary), 'sign-in', server.signInToken) }),
    ...(server.firstRun
      ? { personal_api_key: server.firstRun.personalApiKey, project_token: server.firstRun.project.apiToken }
      : {}),
  }
}

function signingIn(summary: ServerSummary): string[] {
  const { command } = summary
  const { signInToken } = summary.server
  if (signInToken === undefined) return [`                     create a sign-in link with "${command} sign-in"`]
  return [
    `  Sign in            ${sessions.consoleLink(baseOf(summary), 'sign-in', signInToken)}`,
    `                     works once, within 30 minutes; create more with "${command} sign-in"`,
  ]
}

function credentials(
  { personalApiKey, project }: NonNullable<StartedServer['firstRun']>,
  api: string,
  command: string,
): string[] {
  return [
    '',
    `  Personal API key   ${personalApiKey}`,
    `                     shown only once; create more with "${command} key create"`,
    `  Project token      ${project.apiToken}`,
    '                     for SDKs; safe to use in browsers',
    '',
    '  Try it (replace KEY with your personal API key):',
    `    curl -H "Authorization: Bearer KEY" ${api}`,
  ]
}

function migrations(applied: readonly string[]): string {
  if (applied.length === 0) return ''
  return ` (${applied.length} ${applied.length === 1 ? 'migration' : 'migrations'} applied)`
}

interface Addresses {
  readonly console: string
  readonly api: string
  readonly schema: string
}

function addresses(summary: ServerSummary): Addresses {
  const base = baseOf(summary)
  const { project } = summary.server
  const flags = project ? `${project.id}/feature_flags/` : ''
  return { console: `${base}/`, api: `${base}/api/projects/${flags}`, schema: `${base}/api/schema/` }
}

function baseOf({ server, settings }: ServerSummary): string {
  return settings.publicUrl?.replace(/\/+$/, '') ?? localUrl(settings.host, server.port)
}
