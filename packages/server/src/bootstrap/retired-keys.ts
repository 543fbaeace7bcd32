import type { AppliedBootstrap } from '@flagdeck/core'

/** What to do about keys that a bootstrap document names and that stay retired (BOOT-10); undefined: there are none. */
export function retiredKeysSentence(file: string, { retiredKeys }: AppliedBootstrap): string | undefined {
  if (retiredKeys.length === 0) return undefined
  return `${file} names personal API keys that were rotated or revoked; they stay so, take them out of it: ${retiredKeys.join(', ')}.`
}
