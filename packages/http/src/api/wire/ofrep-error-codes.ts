import type { CodeMeaning } from '@flagdeck/core/operations'

/** OFREP's names of the reasons for errors, in the order of docs/errors.md. */
export const OFREP_ERROR_CODES = {
  PARSE_ERROR: {
    meaning: 'The body is not valid JSON.',
    action: 'Send a JSON object with a `context`.',
  },
  TARGETING_KEY_MISSING: {
    meaning: 'The context does not identify the user.',
    action: 'Add a `targetingKey` to the context.',
  },
  INVALID_CONTEXT: {
    meaning: 'The context, or a value in it, has the wrong type.',
    action: 'Read `errorDetails`.',
  },
  FLAG_NOT_FOUND: {
    meaning: 'The project has no flag with this key, or the caller has no access to it.',
    action: 'Check the key, the project, and whether the flag is only for servers.',
  },
  GENERAL: {
    meaning: 'Any other error, described by the status, or the flag cannot be evaluated.',
    action: 'Read `errorDetails`; after 429, 500 or 503, try again later.',
  },
} as const satisfies Readonly<Record<string, CodeMeaning>>

export type OfrepErrorCode = keyof typeof OFREP_ERROR_CODES
