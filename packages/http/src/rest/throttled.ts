import { DomainError } from '@flagdeck/core'

/** Too many requests from one key. Whole seconds, at least one: some clients read anything else wrongly. */
export class Throttled extends DomainError {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    const seconds = Math.max(1, Math.ceil(retryAfterSeconds))
    const unit = seconds === 1 ? 'second' : 'seconds'
    super('throttled', `Request was throttled. Expected available in ${seconds} ${unit}.`)
    this.retryAfterSeconds = seconds
  }
}
