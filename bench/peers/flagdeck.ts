import { compileDefinitions, type Decision } from '@flagdeck/core'
import { re2Patterns } from '@flagdeck/core/re2'
import { simdHashing } from '@flagdeck/core/simd'
import type { Peer } from './peer.ts'
import { question } from './question.ts'

/** Flagdeck, called in the same way as the other libraries. */
export const flagdeck: Peer = {
  library: '@flagdeck/core',
  async start(document) {
    const snapshot = compileDefinitions(document, { patterns: re2Patterns, hashing: simdHashing })
    return {
      decide: (key, subject) =>
        question(
          () => snapshot.variant(key, subject),
          (value) => ({ [key]: value }),
        ),
      decideAll: (subject) =>
        question(
          () => snapshot.evaluateAll(subject),
          (decisions) => Object.fromEntries(decisions.map(valueOfDecision)),
        ),
      close: () => Promise.resolve(),
    }
  },
}

function valueOfDecision({ key, enabled, variant }: Decision) {
  return [key, variant ?? enabled] as const
}
