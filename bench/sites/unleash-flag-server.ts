import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NUMBER } from '../load/bench-request.ts'
import type { SwitchedFlag } from '../samples/switched-flags.ts'
import type { FlagServer } from './flag-server.ts'
import { type ServerCommand, withServerProcess } from './server-process.ts'

const VERSION = '8.2.0'
export const UNLEASH_NAME = `unleash-server ${VERSION}`
/** Installed for the measurement, into a temporary folder: nothing else here needs its 400 packages. */
export const UNLEASH_PACKAGE = `unleash-server@${VERSION}`

const ADMIN = '*:*.bench-admin-0123456789'
const BACKEND = 'default:production.bench-backend-0123456789'
const FRONTEND = 'default:production.bench-frontend-0123456789'
const WITHOUT_LIMIT = '1000000000'

/** The used fields of the response to `/api/client/features`. */
interface Features {
  readonly features: readonly unknown[]
}

/** The used fields of the response to `/api/frontend`. */
interface Toggles {
  readonly toggles: readonly { readonly name: string; readonly enabled: boolean }[]
}

export function unleashFlagServer(folder: string, databaseUrl: string): FlagServer {
  return {
    name: UNLEASH_NAME,
    command: unleashCommand(folder, databaseUrl),
    definitions: { method: 'GET', path: '/api/client/features', headers: { authorization: BACKEND } },
    creation: {
      method: 'POST',
      path: '/api/admin/projects/default/features',
      headers: { authorization: ADMIN },
      body: JSON.stringify({ name: `new-${NUMBER}`, description: 'A new one', type: 'release' }),
    },
    // The endpoint returns only this.
    countDefinitions: (answer) => (answer as Features).features.length,
    evaluation: (userId) => ({
      method: 'GET',
      path: `/api/frontend?userId=${userId}`,
      headers: { authorization: FRONTEND },
    }),
    keysOn(answer) {
      // The endpoint returns only this.
      const { toggles } = answer as Toggles
      return toggles.filter(({ enabled }) => enabled).map(({ name }) => name)
    },
  }
}

/** Creates the tables and the flags by a start that imports a file. */
export async function seedUnleash(folder: string, databaseUrl: string, flags: readonly SwitchedFlag[]): Promise<void> {
  const file = join(folder, 'flags.json')
  await writeFile(file, JSON.stringify(exportOf(flags)))
  const imported = { IMPORT_FILE: file, IMPORT_PROJECT: 'default', IMPORT_ENVIRONMENT: 'production' }
  await withServerProcess(unleashCommand(folder, databaseUrl, imported), async () => undefined)
}

/**
 * Returns the command as in production, but without reports to outside servers, and without rate limits, like
 * Flagdeck's.
 */
function unleashCommand(
  folder: string,
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): ServerCommand {
  return {
    args: [join(folder, 'node_modules/unleash-server/dist/server.js')],
    env: {
      NODE_ENV: 'production',
      TZ: 'UTC',
      HTTP_HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      DATABASE_SSL: 'false',
      CHECK_VERSION: 'false',
      SEND_TELEMETRY: 'false',
      INIT_ADMIN_API_TOKENS: ADMIN,
      INIT_BACKEND_API_TOKENS: BACKEND,
      INIT_FRONTEND_API_TOKENS: FRONTEND,
      SDK_API_RATE_LIMIT_PER_MINUTE: WITHOUT_LIMIT,
      SEARCH_FEATURES_RATE_LIMIT_PER_MINUTE: WITHOUT_LIMIT,
      TOKEN_AUTHENTICATION_RATE_LIMIT_PER_MINUTE: WITHOUT_LIMIT,
      UNLEASH_FEATURE_FLAGS_LIMIT: WITHOUT_LIMIT,
      ...settings,
    },
    readyPath: '/ready',
  }
}

/** Returns flags in the format of its own exports. */
function exportOf(flags: readonly SwitchedFlag[]) {
  return {
    features: flags.map(({ key }) => ({ name: key, description: `What ${key} switches`, type: 'release' })),
    featureEnvironments: flags.map(({ key, isOn }) => ({
      name: key,
      featureName: key,
      environment: 'production',
      enabled: isOn,
      variants: [],
    })),
    featureStrategies: flags.map(({ key, userIds }) => ({
      name: 'flexibleRollout',
      featureName: key,
      parameters: { rollout: '100', stickiness: 'default', groupId: key },
      constraints: userIds ? [{ contextName: 'userId', operator: 'IN', values: userIds }] : [],
      segments: [],
    })),
    tagTypes: [],
    contextFields: [],
    featureTags: [],
    segments: [],
    links: [],
    dependencies: [],
  }
}
