const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/**
 * Ends the process on the first signal to stop: with 0 when `stop` has resolved, with 1 when it rejects or takes
 * longer than `timeoutMs`. A second signal ends it at once, with 1.
 */
export function onStopSignal(stop: (signal: string) => Promise<void>, timeoutMs: number): void {
  let stopping = false
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      setTimeout(() => process.exit(1), timeoutMs)
      stop(signal).then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}
