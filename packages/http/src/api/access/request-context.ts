import type { Context, ProjectContext } from '@flagdeck/core'
import type { OrganizationContext } from '@flagdeck/core/operations'
import type { LinkOptions } from '../../rest/pages/link.ts'
import type { StreamPlaces } from '../streams/stream-places.ts'
import type { HealthInspection } from '../wire/health.ts'
import type { OpenIdSignIn } from './openid-provider.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { SessionCookies } from './session-cookie.ts'
import type { SignInGuard } from './sign-in-guard.ts'

/** The result of authentication, by the kind of credential that the endpoint takes. */
export type RequestContext =
  | CallerContext
  | DefinitionsContext
  | OfrepContext
  | UsageSourceContext
  | StreamContext
  | SdkContext

interface CommonContext {
  /** The context for operations. If the caller has a key, the caller is its actor. */
  readonly ctx: Context
  readonly links: LinkOptions
}

/** A caller with a personal API key or a console session, in the project or organization that the path names. */
export interface CallerContext extends CommonContext {
  readonly auth: 'personal_api_key' | 'session'
  readonly cookies: SessionCookies
  readonly signIns: SignInGuard
  /** Undefined when the host program has not configured an inspection. */
  readonly inspect: HealthInspection | undefined
  readonly project?: ProjectContext
  readonly organization?: OrganizationContext
}

/** A server SDK, or a caller with a personal API key, in the project that it requests. */
export interface DefinitionsContext extends CommonContext {
  readonly auth: 'definitions'
  readonly project: ProjectContext
  readonly streams: StreamPlaces
  /** Rejects when the credential no longer gives access to the project. */
  readonly enterAgain: () => Promise<unknown>
}

/** An OpenFeature provider in its project. */
export interface OfrepContext extends CommonContext {
  readonly auth: 'ofrep'
  readonly projectId: number
  /** Whether it has a credential other than the public token, which anyone can read. */
  readonly isTrusted: boolean
}

/** An SDK of another service, which reports usage of the project. */
export interface UsageSourceContext extends CommonContext {
  readonly auth: 'usage_source'
  readonly projectId: number
}

/** The reader of an event stream. */
export interface StreamContext extends CommonContext {
  readonly auth: 'stream_token'
  readonly projectId: number
  readonly streams: StreamPlaces
  /** Rejects when the token no longer gives access to the stream. The token's age is not checked. */
  readonly enterAgain: () => Promise<unknown>
}

/** Any client. SDKs name their project by a token in the body. */
export interface SdkContext extends CommonContext {
  readonly auth: 'project_token' | 'public'
  readonly cookies: SessionCookies
  /** Counts the evaluations of each token. */
  readonly evaluations: RateLimiter
  readonly signIns: SignInGuard
  /** Null: signing in at a provider is not configured. */
  readonly openId: OpenIdSignIn | null
}
