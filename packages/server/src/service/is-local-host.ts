import { isIP } from 'node:net'

const HOST = /^(?:\[(?<v6>[^\]]*)\]|(?<name>[^:[\]]*))(?::\d{1,5})?$/

/**
 * Whether a `Host` header is `localhost` or an IP address, with or without a port. A website can resolve its own name
 * to this machine (DNS rebinding). Browsers of its visitors then send that name, and cannot be made to send another.
 */
export function isLocalHost(host: string | undefined): boolean {
  const { v6, name } = HOST.exec(host ?? '')?.groups ?? {}
  if (v6 !== undefined) return isIP(v6) === 6
  return name?.toLowerCase() === 'localhost' || isIP(name ?? '') === 4
}
