import type { EmbeddedFlags } from '@flagdeck/core'

/** Which checkout somebody gets. */
export function checkoutFor(flags: EmbeddedFlags, user: string): 'one page' | 'three pages' {
  return flags.isEnabled('new-checkout', { distinctId: user }) ? 'one page' : 'three pages'
}

/** How somebody is greeted there. */
export function greetingFor(flags: EmbeddedFlags, user: string): string {
  return flags.variant('greeting', { distinctId: user }) === 'warm' ? `Welcome back, ${user}!` : `Good day, ${user}.`
}
