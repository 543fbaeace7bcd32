import { DomainError, StoreUnavailable } from '@flagdeck/core'
import { StoreTooNew } from '@flagdeck/core/store'
import { BootstrapProblem } from './bootstrap/bootstrap-problem.ts'
import { CommandProblem } from './commands/command-problem.ts'
import { FileProblem } from './files/read-json-file.ts'
import { SettingsProblem } from './settings/settings-problem.ts'

const SENTENCE_ERRORS = [BootstrapProblem, CommandProblem, FileProblem, SettingsProblem, StoreTooNew, StoreUnavailable]

/** Returns the error as the command reports it: one sentence for expected failures, the stack for bugs. */
export function failureSentence(error: unknown): string {
  if (error instanceof DomainError) return withFullStop(fieldNamed(error))
  if (SENTENCE_ERRORS.some((known) => error instanceof known)) return withFullStop((error as Error).message) // just seen
  const listening = listeningSentence(error)
  if (listening !== undefined) return listening
  return `Unexpected error: ${error instanceof Error ? error.stack : String(error)}`
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
      return `Port ${port} on ${address} is in use: stop the program that uses it, or choose another with --port or PORT.`
    case 'EACCES':
      return `No permission to listen on port ${port}: choose one above 1023 with --port or PORT.`
    case 'EADDRNOTAVAIL':
      return `${address} is not an address of this machine: choose another with --host or HOST.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host name ${hostname} cannot be resolved: choose an address with --host or HOST.`
    default:
      return undefined
  }
}

function isListenError(error: unknown): error is ListenError {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return false
  return error.syscall === 'listen' || error.syscall === 'getaddrinfo'
}

/**
 * Returns the message with the name of the field. The API returns the field separately; here the sentence must name it.
 */
function fieldNamed({ attr, message }: DomainError): string {
  return attr !== null && message.startsWith('This field ') ? `${attr}: ${message}` : message
}

function withFullStop(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`
}
