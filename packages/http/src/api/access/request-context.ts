import type { Context, ProjectContext } from '@flagdeck/core'
import type { OrganizationContext } from '@flagdeck/core/operations'
import type { LinkOptions } from '../../rest/pages/link.ts'
import type { StreamPlaces } from '../streams/stream-places.ts'
import type { HealthInspection } from '../wire/health.ts'
import type { OpenIdSignIn } from './openid-provider.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { SessionCookies } from './session-cookie.ts'
import type { SignInGuard } from './sign-in-guard.ts'

/** What authentication found out, by the kind of credential that the endpoint takes. */
export type RequestContext =
  | CallerContext
  | DefinitionsContext
  | OfrepContext
  | UsageSourceContext
  | StreamContext
  | SdkContext

interface CommonContext {
  /** What operations take; for callers with a key, acting as them. */
  readonly ctx: Context
  readonly links: LinkOptions
}

/** A caller with a personal API key, or signed in to the console, in the project or organization that the path names. */
export interface CallerContext extends CommonContext {
  readonly auth: 'personal_api_key' | 'session'
  readonly cookies: SessionCookies
  readonly signIns: SignInGuard
  /** Undefined: whoever has mounted this has not said how to look. */
  readonly inspect: HealthInspection | undefined
  readonly project?: ProjectContext
  readonly organization?: OrganizationContext
}

/** A server SDK, or a caller with a personal API key, in the project it asks for. */
export interface DefinitionsContext extends CommonContext {
  readonly auth: 'definitions'
  readonly project: ProjectContext
  readonly streams: StreamPlaces
  /** Rejects when the credential does not open the project any more. */
  readonly enterAgain: () => Promise<unknown>
}

/** An OpenFeature provider in its project. */
export interface OfrepContext extends CommonContext {
  readonly auth: 'ofrep'
  readonly projectId: number
  /** Whether it has more than the public token, which is in the hands of everybody. */
  readonly isTrusted: boolean
}

/** An SDK of another service, which tells of the project's usage. */
export interface UsageSourceContext extends CommonContext {
  readonly auth: 'usage_source'
  readonly projectId: number
}

/** The reader of an event stream. */
export interface StreamContext extends CommonContext {
  readonly auth: 'stream_token'
  readonly projectId: number
  readonly streams: StreamPlaces
  /** Rejects when the token would not open the stream any more; it is not asked how old it is. */
  readonly enterAgain: () => Promise<unknown>
}

/** Anyone; SDKs name their project by a token in the body. */
export interface SdkContext extends CommonContext {
  readonly auth: 'project_token' | 'public'
  readonly cookies: SessionCookies
  /** Counts the evaluations of each token. */
  readonly evaluations: RateLimiter
  readonly signIns: SignInGuard
  /** Null: nobody signs in at a provider. */
  readonly openId: OpenIdSignIn | null
}
