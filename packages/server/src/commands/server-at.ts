import { ApiError } from '@flagdeck/http'
import { CommandProblem } from './command-problem.ts'

/** @throws CommandProblem when it is no address of a server */
export function checkedUrl(url: string): string {
  if (URL.canParse(url) && /^https?:/.test(url)) return url
  throw new CommandProblem(`--url has to be the address of a server, such as https://flags.example.com, not ${url}.`, 2)
}

/** What a call of a server failed with, as a command says it. */
export function explain(url: string, error: unknown): never {
  if (error instanceof ApiError) throw new CommandProblem(`${url} refused: ${error.detail}`)
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
  throw new CommandProblem(`No server answers at ${url} (${reason || 'it cannot be reached'}).`)
}
