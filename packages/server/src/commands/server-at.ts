import { ApiError } from '@flagdeck/http'
import { API_KEY_VARIABLE } from '../settings/api-key-variable.ts'
import { CommandProblem } from './command-problem.ts'

/** @throws CommandProblem when it is no address of a server */
export function checkedUrl(url: string): string {
  if (URL.canParse(url) && /^https?:/.test(url)) return url
  throw new CommandProblem(`--url has to be the address of a server, such as https://flags.example.com, not ${url}.`, 2)
}

/**
 * The key that was given, or that of the environment.
 * @param kind what the key has to be, to begin a sentence with
 * @throws CommandProblem when there is none, or no header can carry it
 */
export function requireKey(given: string | undefined, kind: string): string {
  const key = given ?? process.env[API_KEY_VARIABLE]
  if (!key) throw new CommandProblem(`${kind} is needed: give --key or ${API_KEY_VARIABLE}.`, 2)
  if (/^[!-~]+$/.test(key)) return key
  throw new CommandProblem('The personal API key is not as it was shown: it has a character that no key has.', 2)
}

/** What a call of a server failed with, as a command says it. */
export function explain(url: string, error: unknown): never {
  if (error instanceof ApiError) throw new CommandProblem(`${url} refused: ${error.detail}`)
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
  throw new CommandProblem(
    `No server answers at ${url} (${reason || 'it cannot be reached'}). Name another address by --url.`,
  )
}
