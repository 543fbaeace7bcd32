import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import type { LinkOptions } from '../../rest/pages/link.ts'
import { refuseOtherOrigin } from './own-origin.ts'
import type { RateLimit, RateLimiter } from './rate-limiter.ts'

/** Attempts to sign in from one address. Whole offices share one. */
export const ADDRESS_LIMIT: RateLimit = { requests: 60, windowMs: 5 * 60_000 }
/** Guesses of the password of one account, from wherever. It opens again by itself, and links are not counted. */
export const ACCOUNT_LIMIT: RateLimit = { requests: 10, windowMs: 5 * 60_000 }

/** Lets people try to sign in, not too often. */
export interface SignInGuard {
  /** Before a token is looked up, or a password compared. @throws DomainError also when a page of somebody else asks */
  admit(request: EndpointRequest, account?: unknown): Promise<void>
  /** The same for who is sent here by a provider, which is another page, after that was found to be so. */
  admitFromProvider(request: EndpointRequest): Promise<void>
}

export function signInGuard(links: LinkOptions, addresses: RateLimiter, accounts: RateLimiter): SignInGuard {
  const countAddress = async (request: EndpointRequest) => {
    const address = addressOf(request, links)
    // Where nobody says who asks, one stranger would count for all.
    if (address !== '') await addresses.take(address)
  }
  return {
    admitFromProvider: countAddress,
    async admit(request, account) {
      // Nobody is signed in as somebody else by a page that they only look at.
      refuseOtherOrigin(request, links)
      await countAddress(request)
      // Whether there is such an account makes no difference.
      if (typeof account === 'string') await accounts.take(account.trim().toLowerCase())
    },
  }
}

/** Who asks, as far as the network says; of IPv6 the half that a household or a server has for itself. */
function addressOf({ headers, remoteAddress = '' }: EndpointRequest, { trustProxy = false }: LinkOptions): string {
  // The last is what the proxy saw; what stands before it, anybody may have written.
  const forwarded = trustProxy ? headers['x-forwarded-for']?.split(',').at(-1)?.trim() : undefined
  const address = withoutPort(forwarded || remoteAddress).replace(/^::ffff:(?=\d+\.)/i, '')
  return address.includes(':') ? networkOf(address) : address
}

/** Some proxies add the port, which is another one with each connection: `1.2.3.4:5`, `[::1]:5`. */
function withoutPort(address: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
}

function networkOf(address: string): string {
  const [head = '', tail] = address.split('::')
  const groups = head.split(':')
  return (tail === undefined ? groups : [...groups, '0', '0', '0', '0']).slice(0, 4).join(':')
}
