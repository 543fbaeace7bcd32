import { DomainError } from '@flagdeck/core'

/** Too many requests with one key. The delay is in whole seconds, at least one: some clients misread other values. */
export class Throttled extends DomainError {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    const seconds = Math.max(1, Math.ceil(retryAfterSeconds))
    const unit = seconds === 1 ? 'second' : 'seconds'
    super('throttled', `Request was throttled. Expected available in ${seconds} ${unit}.`)
    this.retryAfterSeconds = seconds
  }
}
