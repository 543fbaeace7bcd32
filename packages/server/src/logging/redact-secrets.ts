/** Personal API keys, project tokens and OAuth tokens, by the prefixes that they all have. */
const TOKEN = /\b(ph[acsx]_)[\w-]+/g
const CREDENTIALS_IN_URL = /\/\/[^\s/@]*:[^\s@]*@/g

/** Text without the secrets in it, whoever put them there. */
export function redactSecrets(text: string): string {
  return text.replace(TOKEN, '$1…').replace(CREDENTIALS_IN_URL, '//…@')
}
