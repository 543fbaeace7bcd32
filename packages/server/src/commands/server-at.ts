import { ApiError } from '@flagdeck/http'
import { API_KEY_VARIABLE } from '../settings/api-key-variable.ts'
import { CommandProblem } from './command-problem.ts'

/** @throws CommandProblem if it is not an http or https URL */
export function checkedUrl(url: string): string {
  if (URL.canParse(url) && /^https?:/.test(url)) return url
  throw new CommandProblem(`--url must be the address of a server, such as https://flags.example.com, not ${url}.`, 2)
}

/**
 * Returns the key from the option, or from the environment.
 * @param kind the subject of the error, such as "A personal API key"
 * @throws CommandProblem if there is no key, or it cannot be sent in a header
 */
export function requireKey(given: string | undefined, kind: string): string {
  const key = given ?? process.env[API_KEY_VARIABLE]
  if (!key) throw new CommandProblem(`${kind} is required: set --key or ${API_KEY_VARIABLE}.`, 2)
  if (/^[!-~]+$/.test(key)) return key
  throw new CommandProblem('The personal API key contains invalid characters: copy the whole key again.', 2)
}

/** Throws a sentence that explains the error of a request to a server. */
export function explain(url: string, error: unknown): never {
  if (error instanceof ApiError) throw new CommandProblem(`${url} rejected the request: ${error.detail}`)
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
  throw new CommandProblem(
    `No server responds at ${url} (${reason || 'it cannot be reached'}): check the address in --url.`,
  )
}
