import { isJson, isJsonObject, MAX_JSON_DEPTH, parseJson } from '../../foundation/json/json-value.ts'
import type { PayloadCipher } from '../secrets/payload-cipher.ts'

/**
 * The format of stored results. It is raised when a release interprets results differently, because both releases can
 * use the same database.
 */
const ANSWER_FORMAT = 1
/** The maximum depth of a result. A result contains documents, which may have the maximum depth of documents. */
const MAX_RESULT_DEPTH = MAX_JSON_DEPTH + 16

/**
 * Returns the result of a write as the text to store. It is encrypted if payloads are, because results contain payloads
 * in plain text.
 */
export async function answerOf(result: unknown, cipher: PayloadCipher | null): Promise<string> {
  if (result !== undefined && !isJson(result, MAX_RESULT_DEPTH)) {
    throw new TypeError('what a write resolves with must be JSON, or it cannot be kept for a repetition')
  }
  const answer = JSON.stringify({ format: ANSWER_FORMAT, result })
  return cipher ? cipher.seal(answer) : answer
}

/**
 * Returns the result that was passed to {@link answerOf}; undefined when the text was encrypted with another key, has
 * another format, or is damaged.
 */
export async function resultIn<T>(
  answer: string,
  cipher: PayloadCipher | null,
): Promise<{ readonly result: T } | undefined> {
  const kept = parseJson((await cipher?.open(answer)) ?? answer)
  // The fingerprint guarantees the same operation, and the format the same shape of its result.
  return isJsonObject(kept) && kept.format === ANSWER_FORMAT ? { result: kept.result as T } : undefined
}
