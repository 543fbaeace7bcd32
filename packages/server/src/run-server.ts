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

/** A server that is up. */
export interface StartedServer {
  /** Where it listens, such as `http://127.0.0.1:8000`. */
  readonly url: string
  readonly port: number
  /** Names of the migrations that this start ran. */
  readonly migrated: readonly string[]
  /** What was made because the database was empty; the only time that the key's value is seen. */
  readonly firstRun: FirstRun | undefined
  /** The token of a sign-in link for the owner that was made; seen this once as well. */
  readonly signInToken: string | undefined
  /** The first project there is. */
  readonly project: Project | undefined
  /** From now on /_readyz says no. */
  drain(): void
  /**
   * Finishes what was begun, then closes the database.
   * Answers false when something was left after `timeoutMs` and had to be cut off.
   */
  close(timeoutMs: number): Promise<boolean>
}

/**
 * Migrates the database, applies the bootstrap document and listens.
 * @throws what `failureSentence` has a sentence for; then nothing is left running
 */
export async function runServer(settings: Settings, logger: Logger): Promise<StartedServer> {
  const limits = limitsOf(settings)
  const document = settings.bootstrap === null ? undefined : readBootstrap(settings.bootstrap, limits).document
  // Looked at first, and taken last: a start that can only fail makes no database and migrates none.
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

/** What answers requests, and what connects it to other instances. */
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
  const redis = await openRedis(settings, (error) => logger.warn({ err: error }, 'going on without Redis'))
  const onError = (error: unknown) => {
    // As where a pooler delivers no notifications: the sentence is all there is to know.
    if (error instanceof StoreUnavailable && error.isPermanent) logger.warn(error.message)
    // The first sentence an operator needs after a start with another key (FLAG-131).
    else if (error instanceof DomainError) logger.error(error.message)
    // Nothing failed: a request was answered with a warning (FLAG-148).
    else if (error instanceof Error && error.name === 'FlagWarning') logger.warn(error.message)
    // The message alone: cause and stack would repeat it for every attempt during an outage.
    else if (error instanceof StoreUnavailable) logger.warn({ reason: error.message }, BACKGROUND_FAILED)
    else logger.warn({ err: error }, BACKGROUND_FAILED)
  }
  const shared = redis ? sharedThrough(redis) : {}
  const { encryptionKey, usageFlushIntervalMs, usageDays } = settings
  const usageRetention = { dayDays: usageDays, dayUsersDays: usageDays }
  const usage = { usageFlushIntervalMs, usageRetention }
  const heard = watched.onEvaluation ? { onEvaluation: watched.onEvaluation } : {}
  const options = {
    ...shared,
    ...heard,
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
  // Only now: when the port is taken, no key may have been made that nobody is shown.
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

/** The first project there is, made when the database is empty, with a link for its owner. */
async function projectToShow({
  context,
}: Flagdeck): Promise<Pick<StartedServer, 'firstRun' | 'project' | 'signInToken'>> {
  const made = await firstRun(context)
  if (!made) return { ...NOTHING_MADE, project: await context.store.read((tx) => tx.projects.first()) }
  const owner = await context.store.read((tx) => sessions.findOwner(tx, made.project.organizationId))
  const { token } = await sessions.createSignInLink(context, owner)
  return { firstRun: made, project: made.project, signInToken: token }
}

const NOTHING_MADE = { firstRun: undefined, signInToken: undefined }
