import { DomainError, StoreUnavailable } from '@flagdeck/core'
import { StoreTooNew } from '@flagdeck/core/store'
import { BootstrapProblem } from './bootstrap/bootstrap-problem.ts'
import { CommandProblem } from './commands/command-problem.ts'
import { FileProblem } from './files/read-json-file.ts'
import { SettingsProblem } from './settings/settings-problem.ts'

const SENTENCE_ERRORS = [BootstrapProblem, CommandProblem, FileProblem, SettingsProblem, StoreTooNew, StoreUnavailable]

/** What to tell whoever ran the command: one sentence for what can happen, the stack for what must not. */
export function failureSentence(error: unknown): string {
  if (error instanceof DomainError) return withFullStop(fieldNamed(error))
  if (SENTENCE_ERRORS.some((known) => error instanceof known)) return withFullStop((error as Error).message) // just seen
  const listening = listeningSentence(error)
  if (listening !== undefined) return listening
  return `This should not have happened: ${error instanceof Error ? error.stack : String(error)}`
}

/** The error of `listen`, as Node reports it. */
interface ListenError extends Error {
  readonly syscall: string
  readonly code: string
  readonly address?: string
  readonly port?: number
  readonly hostname?: string
}

function listeningSentence(error: unknown): string | undefined {
  if (!isListenError(error)) return undefined
  const { address, port, hostname } = error
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${address} is taken: stop the program that has it, or choose another with --port or PORT.`
    case 'EACCES':
      return `This user may not listen on port ${port}: choose one above 1023 with --port or PORT.`
    case 'EADDRNOTAVAIL':
      return `${address} is no address of this machine: choose one with --host or HOST.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host name ${hostname} is not known: choose an address with --host or HOST.`
    default:
      return undefined
  }
}

function isListenError(error: unknown): error is ListenError {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return false
  return error.syscall === 'listen' || error.syscall === 'getaddrinfo'
}

/** An answer of the API names the field beside its sentence. */
function fieldNamed({ attr, message }: DomainError): string {
  return attr !== null && message.startsWith('This field ') ? `${attr}: ${message}` : message
}

function withFullStop(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`
}
