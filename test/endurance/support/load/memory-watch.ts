import { setTimeout as pause } from 'node:timers/promises'
import { type InstanceProcess, metricOf } from '../instance-process.ts'
import { percentile } from '../percentile.ts'

const EVERY_MS = 2000
const BYTES_A_MIB = 1024 * 1024

interface Sample {
  readonly atMs: number
  readonly mib: number
}

/** Measures the memory of a process, from its warm-up until `end` is called. */
export class MemoryWatch {
  readonly #samples: Sample[] = []
  readonly #startedAt = performance.now()
  #isOver = false
  readonly #watching: Promise<void>

  constructor(instance: InstanceProcess) {
    this.#watching = this.#watch(instance)
  }

  /** Returns the median memory of half a window after the warm-up, and that of the last window, in MiB. */
  async end(warmAfterMs: number, windowMs: number): Promise<{ readonly warm: number; readonly last: number }> {
    this.#isOver = true
    await this.#watching
    const endMs = this.#samples.at(-1)?.atMs ?? 0
    const median = (from: number, until: number) =>
      percentile(
        this.#samples.flatMap(({ atMs, mib }) => (atMs >= from && atMs <= until ? [mib] : [])),
        0.5,
      )
    return { warm: median(warmAfterMs, warmAfterMs + windowMs), last: median(endMs - windowMs, endMs) }
  }

  async #watch(instance: InstanceProcess): Promise<void> {
    while (!this.#isOver) {
      const bytes = await metricOf(instance, 'process_resident_memory_bytes')
      this.#samples.push({ atMs: performance.now() - this.#startedAt, mib: bytes / BYTES_A_MIB })
      await pause(EVERY_MS)
    }
  }
}
