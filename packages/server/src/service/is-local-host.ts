import { isIP } from 'node:net'

const HOST = /^(?:\[(?<v6>[^\]]*)\]|(?<name>[^:[\]]*))(?::\d{1,5})?$/

/**
 * Whether a `Host` header is `localhost` or an IP address, with or without a port. A web page elsewhere can let its own name
 * resolve to this machine, and its visitors' browsers then send that name (DNS rebinding); they cannot send another.
 */
export function isLocalHost(host: string | undefined): boolean {
  const { v6, name } = HOST.exec(host ?? '')?.groups ?? {}
  if (v6 !== undefined) return isIP(v6) === 6
  return name?.toLowerCase() === 'localhost' || isIP(name ?? '') === 4
}
