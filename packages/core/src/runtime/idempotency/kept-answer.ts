import { isJson, isJsonObject, MAX_JSON_DEPTH, parseJson } from '../../foundation/json/json-value.ts'
import type { PayloadCipher } from '../secrets/payload-cipher.ts'

/** Raised when a release makes something of results that the one before did not: they meet in one database. */
const ANSWER_FORMAT = 1
/** A result has documents in it, which may be as deep as documents can be. */
const MAX_RESULT_DEPTH = MAX_JSON_DEPTH + 16

/**
 * What a write resolved with, as the text that is kept. It is encrypted where payloads are, because a caller's answer
 * has them in clear.
 */
export async function answerOf(result: unknown, cipher: PayloadCipher | null): Promise<string> {
  if (result !== undefined && !isJson(result, MAX_RESULT_DEPTH)) {
    throw new TypeError('what a write resolves with must be JSON, or it cannot be kept for a repetition')
  }
  const answer = JSON.stringify({ format: ANSWER_FORMAT, result })
  return cipher ? cipher.seal(answer) : answer
}

/** What {@link answerOf} was given; undefined when it was made with another key, by another release, or is damaged. */
export async function resultIn<T>(
  answer: string,
  cipher: PayloadCipher | null,
): Promise<{ readonly result: T } | undefined> {
  const kept = parseJson((await cipher?.open(answer)) ?? answer)
  // The fingerprint says that it is the same operation that was answered, and the format that it answers the same.
  return isJsonObject(kept) && kept.format === ANSWER_FORMAT ? { result: kept.result as T } : undefined
}
