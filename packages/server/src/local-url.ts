import { isIPv6 } from 'node:net'

/**
 * Returns the URL of a server that listens on this host and port, for programs on the same machine. `0.0.0.0` and `::`
 * become the loopback address, because not every operating system connects to them.
 */
export function localUrl(host: string, port: number): string {
  const address = LOOPBACK[host] ?? host
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`
}

const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
