// These patterns match in lines of JSON with any content. Each takes time in proportion to the length of the line. A
// match ends before the quote of a string. A letter directly before a secret may be the end of an escape (`\n`,
// `\u0001`, `%3D`).

/**
 * Matches secrets by their prefixes: personal API keys, project tokens, tokens of invitations, sign-in links, sessions
 * and sign-in attempts, and OAuth tokens.
 */
const TOKEN = /(?<=^|[^a-z\d]|\\[bfnrt]|\\u[\da-f]{4}|%[\da-f]{2})(ph[abcilosx]_)[\w-]+/gi
/**
 * Matches everything before the last `@` in the authority of a URL: some URLs contain only a password, and some
 * passwords contain an `@`.
 */
const CREDENTIALS_IN_URL = /\/\/[^\s/"\\]*(?:\\["\\][^\s/"\\]*)*@/g
const PASSWORD_IN_QUERY = /(?<=[?&]\w{0,50})(password=)[^\s"&\\]+/gi

/** Returns the text without secrets. */
export function redactSecrets(text: string): string {
  return text.replace(TOKEN, '$1…').replace(CREDENTIALS_IN_URL, '//…@').replace(PASSWORD_IN_QUERY, '$1…')
}
