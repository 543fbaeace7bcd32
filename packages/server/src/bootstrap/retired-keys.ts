import type { AppliedBootstrap } from '@flagdeck/core'

/**
 * Returns advice on keys in a bootstrap document that were rotated or revoked (BOOT-10); undefined if there are none.
 */
export function retiredKeysSentence(file: string, { retiredKeys }: AppliedBootstrap): string | undefined {
  if (retiredKeys.length === 0) return undefined
  return `${file} lists personal API keys that were rotated or revoked and stay retired; remove them from the file: ${retiredKeys.join(', ')}.`
}
