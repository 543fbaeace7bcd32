// These look at lines of JSON, whatever is in them: each takes time in proportion to the line, ends before the quote of
// a string, and knows that the letter before a word may be the end of an escape (`\n`, `\u0001`, `%3D`).

/** Personal API keys, project tokens, tokens of invitations, sign-in links, sessions and attempts at one, and OAuth tokens, by the prefixes that they all have. */
const TOKEN = /(?<=^|[^a-z\d]|\\[bfnrt]|\\u[\da-f]{4}|%[\da-f]{2})(ph[abcilosx]_)[\w-]+/gi
/** All before the last `@` of what a URL begins with: some hold a password alone, and some have an `@` in it. */
const CREDENTIALS_IN_URL = /\/\/[^\s/"\\]*(?:\\["\\][^\s/"\\]*)*@/g
const PASSWORD_IN_QUERY = /(?<=[?&]\w{0,50})(password=)[^\s"&\\]+/gi

/** The text without secrets. */
export function redactSecrets(text: string): string {
  return text.replace(TOKEN, '$1…').replace(CREDENTIALS_IN_URL, '//…@').replace(PASSWORD_IN_QUERY, '$1…')
}
