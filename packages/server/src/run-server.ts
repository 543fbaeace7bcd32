import {
  createFlagdeck,
  DomainError,
  type FirstRun,
  type Flagdeck,
  type Project,
  type Store,
  StoreUnavailable,
} from '@flagdeck/core'
import { firstRun, sessions } from '@flagdeck/core/operations'
import { serve } from '@flagdeck/http-node'
import type { RedisServices } from '@flagdeck/redis'
import { applyDocument } from './bootstrap/apply-document.ts'
import { readBootstrap } from './bootstrap/read-bootstrap.ts'
import { retiredKeysSentence } from './bootstrap/retired-keys.ts'
import { type Instrumentation, instrumentation } from './instrumentation.ts'
import type { Logger } from './logging/logger.ts'
import { openOpenId } from './open-openid.ts'
import { openRedis } from './open-redis.ts'
import { posthogScriptsIn } from './posthog-scripts-in.ts'
import { serverApplication } from './server-application.ts'
import { limitsOf } from './settings/limits-of.ts'
import type { Settings } from './settings/settings.ts'
import { tryListening } from './try-listening.ts'
import { keepingStore } from './with-store.ts'

/** A running server. */
export interface StartedServer {
  /** The address on which it listens, such as `http://127.0.0.1:8000`. */
  readonly url: string
  readonly port: number
  /** Names of the migrations that this start ran. */
  readonly migrated: readonly string[]
  /** The first run, if the database was empty. The value of its key cannot be read again. */
  readonly firstRun: FirstRun | undefined
  /** The token of a sign-in link for the created owner. It cannot be read again. */
  readonly signInToken: string | undefined
  /** The oldest project. */
  readonly project: Project | undefined
  /** Makes /_readyz return 503 from now on. */
  drain(): void
  /**
   * Finishes running requests, then closes the database.
   * Resolves to false if requests were cut off after `timeoutMs`.
   */
  close(timeoutMs: number): Promise<boolean>
}

/**
 * Migrates the database, applies the bootstrap document and listens.
 * @throws an error that `failureSentence` explains; in that case nothing is left running
 */
export async function runServer(settings: Settings, logger: Logger): Promise<StartedServer> {
  const limits = limitsOf(settings)
  const document = settings.bootstrap === null ? undefined : readBootstrap(settings.bootstrap, limits).document
  // Checked before the database is opened: a start that must fail neither creates nor migrates a database.
  if (settings.posthogJs !== null) posthogScriptsIn(settings.posthogJs)
  await tryListening(settings)
  const watched = await instrumentation(settings, logger)
  const onCreate = (path: string) => logger.info({ path }, 'created the database')
  const start = async (store: Store) => {
    const { applied } = await store.migrate()
    const instance = await startInstance(store, watched, settings, logger)
    try {
      const { context } = instance.deck
      if (document && settings.bootstrap !== null) {
        const retired = retiredKeysSentence(
          settings.bootstrap,
          await applyDocument(context, settings.bootstrap, document),
        )
        if (retired) logger.warn(retired)
      }
      return await listen(instance, applied, settings, logger)
    } catch (error) {
      await instance.close()
      throw error
    }
  }
  return keepingStore(settings.databaseUrl, start, { onCreate })
}

/** The deck, and its connections to other instances. */
interface Instance {
  readonly deck: Flagdeck
  readonly redis: RedisServices | undefined
  readonly watched: Instrumentation
  close(): Promise<void>
}

async function startInstance(
  store: Store,
  watched: Instrumentation,
  settings: Settings,
  logger: Logger,
): Promise<Instance> {
  const redis = await openRedis(settings, (error) => logger.warn({ err: error }, 'continuing without Redis'))
  const onError = (error: unknown) => {
    // An example is a pooler without notifications: the message explains it completely.
    if (error instanceof StoreUnavailable && error.isPermanent) logger.warn(error.message)
    // The message that an operator needs after a start with another key (FLAG-131).
    else if (error instanceof DomainError) logger.error(error.message)
    // Not a failure: a response contained a warning (FLAG-148).
    else if (error instanceof Error && error.name === 'FlagWarning') logger.warn(error.message)
    // The message alone: cause and stack would repeat it for every attempt during an outage.
    else if (error instanceof StoreUnavailable) logger.warn({ reason: error.message }, BACKGROUND_FAILED)
    else logger.warn({ err: error }, BACKGROUND_FAILED)
  }
  const shared = redis ? sharedThrough(redis) : {}
  const { encryptionKey, usageFlushIntervalMs, usageDays } = settings
  const usageRetention = { dayDays: usageDays, dayUsersDays: usageDays }
  const usage = { usageFlushIntervalMs, usageRetention }
  const listeners = watched.onEvaluation ? { onEvaluation: watched.onEvaluation } : {}
  const options = {
    ...shared,
    ...listeners,
    ...usage,
    limits: limitsOf(settings),
    encryptionKey,
    onError,
  }
  const deck = await createFlagdeck({ store: watched.watch(store), ...options }).catch(async (error: unknown) => {
    await redis?.close()
    throw error
  })
  const close = async () => {
    try {
      await deck.close()
    } finally {
      await Promise.all([redis?.close(), watched.close()])
    }
  }
  return { deck, redis, watched, close }
}

const BACKGROUND_FAILED = 'background work failed; responses continue from memory'

function sharedThrough({ changeBus: bus, definitionsCache }: RedisServices) {
  return { bus, definitionsCache }
}

async function listen(
  { deck, redis, watched, close: closeInstance }: Instance,
  migrated: readonly string[],
  settings: Settings,
  logger: Logger,
): Promise<StartedServer> {
  const openId = await openOpenId(settings, logger)
  const { application, readiness } = serverApplication(deck, settings, logger, watched, { redis, openId })
  const server = await serve(application, {
    host: settings.host,
    port: settings.port,
    headersTimeoutMs: settings.headersTimeoutMs,
    requestTimeoutMs: settings.requestTimeoutMs,
    onSendError: (error) => logger.warn({ err: error }, 'a response could not be sent'),
  })
  // Created only after listening has succeeded: if the port were in use, the created key would be lost.
  const found = await projectToShow(deck).catch(async (error: unknown) => {
    await server.close({ timeoutMs: 0 })
    throw error
  })
  return {
    url: server.url,
    port: server.port,
    migrated,
    ...found,
    drain: readiness.drain,
    async close(timeoutMs) {
      readiness.drain()
      const drained = await server.close({ timeoutMs })
      await closeInstance()
      return drained
    },
  }
}

/** Returns the oldest project. In an empty database, creates a project with a sign-in link for its owner. */
async function projectToShow({
  context,
}: Flagdeck): Promise<Pick<StartedServer, 'firstRun' | 'project' | 'signInToken'>> {
  const created = await firstRun(context)
  if (!created) return { ...NOTHING_CREATED, project: await context.store.read((tx) => tx.projects.first()) }
  const owner = await context.store.read((tx) => sessions.findOwner(tx, created.project.organizationId))
  const { token } = await sessions.createSignInLink(context, owner)
  return { firstRun: created, project: created.project, signInToken: token }
}

const NOTHING_CREATED = { firstRun: undefined, signInToken: undefined }
