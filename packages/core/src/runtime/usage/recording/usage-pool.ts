/**
 * Where instances bring together what they counted, so that one of them writes for all: instead of a transaction of
 * each instance at each flush there is one, and whoever meets the same users adds them to the same sets once.
 *
 * It keeps nothing that is not kept elsewhere: whoever put a batch holds it until it is settled, and writes it without
 * the pool when that takes too long. So no method rejects or takes long, and what cannot be had is not there.
 */
export interface UsagePool {
  /** Takes a batch. False when it could not, or when nobody knows whether it did. */
  put(batch: PooledBatch): Promise<boolean>
  /**
   * The oldest batches, as many as are worth one transaction. Nobody else is given any until {@link done}, or until so
   * much time has passed that the one who took them must be gone. Empty when somebody else has them.
   */
  take(): Promise<readonly PooledBatch[]>
  /** Says what became of batches, and ends a turn that {@link take} began. */
  done(outcome: PoolOutcome): Promise<void>
  /** Which of these batches are in the store by now. */
  settled(ids: readonly string[]): Promise<readonly string[]>
}

export interface PooledBatch {
  /** UUID. */
  readonly id: string
  readonly content: Uint8Array
}

/** What became of batches. They are let go; all others stay where they are. */
export interface PoolOutcome {
  /** They are in the store. */
  readonly settled: readonly string[]
  /** Nobody should try them again but those who put them. */
  readonly refused: readonly string[]
}
