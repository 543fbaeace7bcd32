import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import type { LinkOptions } from '../../rest/pages/link.ts'
import { refuseOtherOrigin } from './own-origin.ts'
import type { RateLimit, RateLimiter } from './rate-limiter.ts'

/** Failed attempts to sign in from one network, whatever the account. An office shares one network. */
export const NETWORK_LIMIT: RateLimit = { requests: 60, windowMs: 5 * 60_000 }
/** Failed guesses of the password of one account from one network. */
export const ACCOUNT_IN_NETWORK_LIMIT: RateLimit = { requests: 20, windowMs: 5 * 60_000 }
/**
 * Failed guesses of the password of one account from all networks together, except those from which the account signed
 * in before. One network alone cannot reach this limit.
 */
export const ACCOUNT_LIMIT: RateLimit = { requests: 200, windowMs: 5 * 60_000 }

/** Limits how often clients may guess credentials (SESS-5, SESS-31, SESS-32). */
export interface SignInGuard {
  /**
   * Runs `work`, which looks up a token or, for an `account`, compares a password. Only failures count against the
   * limits.
   * @throws Throttled beyond a limit; DomainError when a page of another origin sent the request
   */
  attempt<Result>(request: EndpointRequest, account: string | undefined, work: () => Promise<Result>): Promise<Result>
  /**
   * Counts an attempt of a browser that a provider has redirected here, from another origin. The caller has verified
   * that.
   */
  admitFromProvider(request: EndpointRequest): Promise<void>
}

export interface SignInGuardOptions {
  readonly links: LinkOptions
  readonly networks: RateLimiter
  readonly accountsInNetworks: RateLimiter
  readonly accounts: RateLimiter
  /** Whether the account signed in from this network before. */
  readonly isKnown: (account: string, network: string) => Promise<boolean>
}

export function signInGuard({
  links,
  networks,
  accountsInNetworks,
  accounts,
  isKnown,
}: SignInGuardOptions): SignInGuard {
  /** Counts the attempt, and returns the function that subtracts it again. */
  const admit = async (request: EndpointRequest, account: string | undefined): Promise<() => Promise<unknown>> => {
    // Bound: dies with the request
    const taken: [RateLimiter, string][] = []
    const take = async (limiter: RateLimiter, key: string) => {
      await limiter.take(key)
      taken.push([limiter, key])
    }
    const network = networkOf(request, links)
    // Without an address, all clients would count as one network.
    if (network !== undefined) await take(networks, network)
    if (account !== undefined) {
      // An unknown account counts like any other.
      const name = account.trim().toLowerCase()
      if (network !== undefined) await take(accountsInNetworks, `${network} ${name}`)
      if (network === undefined || !(await isKnown(name, network))) await take(accounts, name)
    }
    return () => Promise.all(taken.map(([limiter, key]) => limiter.giveBack(key)))
  }
  return {
    async admitFromProvider(request) {
      await admit(request, undefined)
    },
    async attempt(request, account, work) {
      // A page of another origin must not sign its visitor in as another user.
      refuseOtherOrigin(request, links)
      const giveBack = await admit(request, account)
      const result = await work()
      await giveBack()
      return result
    },
  }
}

/** The browser and the network in which a session starts. */
export function clientOf(request: EndpointRequest, links: LinkOptions) {
  return { browser: request.headers['user-agent'] ?? '', network: networkOf(request, links) }
}

/**
 * The client's IPv4 address, or the first 64 bits of its IPv6 address, which is the usual range of one household or
 * server.
 */
function networkOf({ headers, remoteAddress = '' }: EndpointRequest, { trustProxy = false }: LinkOptions) {
  // The proxy appended the last entry; the client may have invented those before it.
  const forwarded = trustProxy ? headers['x-forwarded-for']?.split(',').at(-1)?.trim() : undefined
  const address = withoutPort(forwarded || remoteAddress).replace(/^::ffff:(?=\d+\.)/i, '')
  if (address === '') return undefined
  return address.includes(':') ? firstHalf(address) : address
}

/** Some proxies append the port, which differs between connections: `1.2.3.4:5`, `[::1]:5`. */
function withoutPort(address: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
}

function firstHalf(address: string): string {
  const [head = '', tail] = address.split('::')
  const groups = head.split(':')
  return (tail === undefined ? groups : [...groups, '0', '0', '0', '0']).slice(0, 4).join(':')
}
