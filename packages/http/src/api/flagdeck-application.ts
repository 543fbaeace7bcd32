import type { Context } from '@flagdeck/core'
import { refuseUnknownOptions, sessions } from '@flagdeck/core/operations'
import { type Application, type ApplicationOptions, createApplication } from '../rest/application.ts'
import { type LinkOptions, publicPath } from '../rest/pages/link.ts'
import { plainBasePath } from '../rest/routing/plain-path.ts'
import type { Route } from '../rest/routing/route.ts'
import type { PathAliases } from '../rest/routing/router.ts'
import { authenticator } from './access/authenticate.ts'
import type { OpenIdSignIn } from './access/openid-provider.ts'
import { type RateLimit, type RateLimiter, rateLimiter } from './access/rate-limiter.ts'
import type { RequestContext } from './access/request-context.ts'
import { keptPrivate, sessionCookies } from './access/session-cookie.ts'
import { type RequestCounter, sharedRateLimiter } from './access/shared-rate-limiter.ts'
import { ACCOUNT_IN_NETWORK_LIMIT, ACCOUNT_LIMIT, NETWORK_LIMIT, signInGuard } from './access/sign-in-guard.ts'
import { activityLogRoutes } from './handlers/activity-log.ts'
import { browserSdkRoutes } from './handlers/browser-sdk.ts'
import { captureRoutes } from './handlers/capture.ts'
import { cohortVersionRoutes } from './handlers/cohort-versions.ts'
import { cohortRoutes } from './handlers/cohorts.ts'
import { consoleRoutes } from './handlers/console.ts'
import { dashboardCollaboratorRoutes } from './handlers/dashboard-collaborators.ts'
import { dashboardTemplateRoutes } from './handlers/dashboard-templates.ts'
import { dashboardTileRoutes } from './handlers/dashboard-tiles.ts'
import { dashboardVersionRoutes } from './handlers/dashboard-versions.ts'
import { dashboardRoutes } from './handlers/dashboards.ts'
import { definitionsRoutes } from './handlers/definitions.ts'
import { earlyAccessRoutes } from './handlers/early-access.ts'
import { flagDashboardRoutes } from './handlers/flag-dashboards.ts'
import { flagEvaluationRoutes } from './handlers/flag-evaluation.ts'
import { flagLifeCycleRoutes } from './handlers/flag-life-cycle.ts'
import { flagUsageRoutes } from './handlers/flag-usage.ts'
import { flagVersionRoutes } from './handlers/flag-versions.ts'
import { flagRoutes } from './handlers/flags.ts'
import { goFeatureFlagRoutes } from './handlers/go-feature-flag.ts'
import { groupRoutes } from './handlers/groups.ts'
import { healthRoutes } from './handlers/health.ts'
import { identityRoutes } from './handlers/identity.ts'
import { impactRoutes } from './handlers/impact.ts'
import { insightRoutes } from './handlers/insights.ts'
import { invitationRoutes } from './handlers/invitations.ts'
import { manifestRoutes } from './handlers/manifest.ts'
import { ofrepRoutes } from './handlers/ofrep.ts'
import { openIdRoutes } from './handlers/openid.ts'
import { peopleRoutes } from './handlers/people.ts'
import { personalApiKeyRoutes } from './handlers/personal-api-keys.ts'
import { personRoutes } from './handlers/persons.ts'
import { portabilityRoutes } from './handlers/portability.ts'
import { queryRoutes } from './handlers/query.ts'
import { roleAccessRoutes } from './handlers/role-access.ts'
import { roleRoutes } from './handlers/roles.ts'
import { schemaRoute } from './handlers/schema.ts'
import { sdkRoutes } from './handlers/sdk.ts'
import { sdkScriptRoutes } from './handlers/sdk-scripts.ts'
import { sessionRoutes } from './handlers/sessions.ts'
import { streamRoutes } from './handlers/streams.ts'
import { taxonomyRoutes } from './handlers/taxonomy.ts'
import { unleashRoutes } from './handlers/unleash.ts'
import { usageSourceRoutes } from './handlers/usage-sources.ts'
import { refuseWrongDeck } from './refuse-wrong-deck.ts'
import { streamPlaces } from './streams/stream-places.ts'
import type { ConsoleFiles } from './wire/console-file.ts'
import type { HealthInspection } from './wire/health.ts'
import type { SdkScripts } from './wire/sdk-scripts.ts'

/** All routes of the service. */
export const flagdeckRoutes: readonly Route<RequestContext>[] = [
  ...flagRoutes,
  ...flagEvaluationRoutes,
  ...flagUsageRoutes,
  ...flagVersionRoutes,
  ...impactRoutes,
  ...roleAccessRoutes,
  ...dashboardRoutes,
  ...dashboardVersionRoutes,
  ...dashboardTileRoutes,
  ...flagDashboardRoutes,
  ...flagLifeCycleRoutes,
  ...dashboardCollaboratorRoutes,
  ...dashboardTemplateRoutes,
  ...earlyAccessRoutes,
  ...insightRoutes,
  ...queryRoutes,
  ...definitionsRoutes,
  ...sdkRoutes,
  ...browserSdkRoutes,
  ...captureRoutes,
  ...usageSourceRoutes,
  ...unleashRoutes,
  ...goFeatureFlagRoutes,
  ...manifestRoutes,
  ...ofrepRoutes,
  ...streamRoutes,
  ...cohortRoutes,
  ...cohortVersionRoutes,
  ...personRoutes,
  ...groupRoutes,
  ...taxonomyRoutes,
  ...identityRoutes,
  ...personalApiKeyRoutes,
  ...sessionRoutes,
  ...peopleRoutes,
  ...invitationRoutes,
  ...roleRoutes,
  ...activityLogRoutes,
  ...portabilityRoutes,
  ...healthRoutes,
]

export interface FlagdeckApplicationOptions
  extends Omit<ApplicationOptions<RequestContext>, 'routes' | 'authenticate' | 'aliases'>,
    LinkOptions {
  /** The requests that one personal API key may make to management endpoints; 3,000 a minute when missing. */
  readonly rateLimit?: RateLimit | 'off'
  /** The evaluations that one credential may request, over SDK endpoints and OFREP together; `off` when missing. */
  readonly evaluationRateLimit?: RateLimit | 'off'
  /** Counts requests for these limits across all instances; each instance counts separately when missing. */
  readonly requestCounter?: RequestCounter
  /**
   * The event streams of OFREP that a project may have open, and also the streams of definitions; 5,000 each when
   * missing.
   */
  readonly maxStreamsPerProject?: number
  /** Called with the number of open event streams whenever it changes, for metrics. */
  readonly onStreams?: (open: number) => void
  /**
   * Enables signing in by OpenID Connect, with a provider from `openIdProvider()` of `@flagdeck/openid`; disabled when
   * missing.
   */
  readonly openId?: OpenIdSignIn
  /** The web console, from `consoleFiles()` of `@flagdeck/console`; not served when missing. */
  readonly console?: ConsoleFiles
  /**
   * The scripts of posthog-js for pages that load them with its snippet, from `posthogScripts()` of
   * `@flagdeck/http-node`.
   */
  readonly posthogScripts?: SdkScripts
  /**
   * Checks the health of the service. Admins of any organization see the result. When missing, it only checks whether
   * the database responds.
   */
  readonly health?: HealthInspection
  /** Additional routes, such as health checks. */
  readonly moreRoutes?: readonly Route<RequestContext>[]
}

/** For callers without a type checker (EMBED-52). */
const OPTION_NAMES = Object.keys({
  basePath: true,
  allowedOrigins: true,
  around: true,
  onResponse: true,
  onError: true,
  bodyMemoryBytes: true,
  bodyTimeoutMs: true,
  responseMemoryBytes: true,
  publicUrl: true,
  trustProxy: true,
  rateLimit: true,
  evaluationRateLimit: true,
  requestCounter: true,
  maxStreamsPerProject: true,
  onStreams: true,
  openId: true,
  console: true,
  posthogScripts: true,
  health: true,
  moreRoutes: true,
} satisfies Record<keyof FlagdeckApplicationOptions, true>)

/** Half of the connections that a server accepts. */
const MAX_STREAMS_PER_PROJECT = 5000

/** Newer clients address the contents of a project by its environment, which is the project itself (HTTP-79). */
const ALIASES: PathAliases = { '/api/environments': '/api/projects' }

const STANDARD_RATE_LIMIT: RateLimit = { requests: 3000, windowMs: 60_000 }

/**
 * Returns the API of a deck, which can be mounted in any server.
 *
 * @example
 * const deck = await createFlagdeck({ store: sqliteStore('flags.db') })
 * const application = flagdeckApplication(deck.context)
 */
export function flagdeckApplication(ctx: Context, options: FlagdeckApplicationOptions = {}): Application {
  refuseWrongDeck(ctx, options)
  refuseUnknownOptions('flagdeckApplication', options, OPTION_NAMES)
  const { publicUrl, trustProxy, moreRoutes = [], requestCounter: counter, onStreams, ...rest } = options
  const { rateLimit = STANDARD_RATE_LIMIT, evaluationRateLimit = 'off' } = options
  const { maxStreamsPerProject = MAX_STREAMS_PER_PROJECT } = options
  const routes = [...flagdeckRoutes, ...moreRoutes]
  const links = { publicUrl, trustProxy }
  const limiter = (name: string, limit: RateLimit | 'off'): RateLimiter => {
    const local = rateLimiter(limit, ctx.clock)
    return counter && limit !== 'off' ? sharedRateLimiter({ limit, counter, name, local }) : local
  }
  const application = createApplication<RequestContext>({
    ...rest,
    aliases: ALIASES,
    routes: [
      ...routes,
      // Scripts, pages and redirects for browsers are not API calls, so the OpenAPI document does not include them.
      ...sdkScriptRoutes(options.posthogScripts),
      ...(options.console
        ? consoleRoutes(options.console, publicUrl && `${publicPath(links, options.basePath)}/`)
        : []),
      ...(options.openId ? openIdRoutes(options.openId) : []),
      schemaRoute(
        routes.map((route) => route.endpoint),
        serverUrlOf(options),
      ),
    ],
    authenticate: authenticator(ctx, {
      links,
      cookies: sessionCookies(ctx, links, options.basePath),
      rateLimiter: limiter('management', rateLimit),
      evaluationRateLimiter: limiter('evaluation', evaluationRateLimit),
      signIns: signInGuard({
        links,
        networks: limiter('sign-in network', NETWORK_LIMIT),
        accountsInNetworks: limiter('sign-in account in network', ACCOUNT_IN_NETWORK_LIMIT),
        accounts: limiter('sign-in account', ACCOUNT_LIMIT),
        isKnown: (account, network) => sessions.isKnownNetwork(ctx, account, network),
      }),
      streams: streamPlaces(maxStreamsPerProject, onStreams),
      openId: options.openId ?? null,
      inspect: options.health,
    }),
  })
  return { ...application, handle: async (plain) => keptPrivate(plain, await application.handle(plain)) }
}

/** The URL as in links: the public URL, followed by the mount path. */
function serverUrlOf({ publicUrl = '', basePath }: FlagdeckApplicationOptions): string {
  return publicUrl.replace(/\/+$/, '') + plainBasePath(basePath) || '/'
}
