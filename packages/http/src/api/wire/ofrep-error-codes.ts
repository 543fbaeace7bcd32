import type { CodeMeaning } from '@flagdeck/core/operations'

/** What OFREP calls the reasons for which there is no answer, in the order of docs/errors.md. */
export const OFREP_ERROR_CODES = {
  PARSE_ERROR: {
    meaning: 'The body is no JSON.',
    action: 'Send a JSON object with a `context`.',
  },
  TARGETING_KEY_MISSING: {
    meaning: 'The context does not say who is meant.',
    action: 'Give the context a `targetingKey`.',
  },
  INVALID_CONTEXT: {
    meaning: 'The context, or something in it, has the wrong type.',
    action: 'Read `errorDetails`.',
  },
  FLAG_NOT_FOUND: {
    meaning: 'The project has no flag with this key, or none for who asks.',
    action: 'Look at the key and the project, and whether the flag is for servers alone.',
  },
  GENERAL: {
    meaning: 'Anything else: the status says what, or the flag cannot be evaluated.',
    action: 'Read `errorDetails`; after 429, 500 and 503, ask again later.',
  },
} as const satisfies Readonly<Record<string, CodeMeaning>>

export type OfrepErrorCode = keyof typeof OFREP_ERROR_CODES
