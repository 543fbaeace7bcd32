import { MAX_BLOCKS, PLACES, sha1Module } from './sha1-module.ts'

/** A place for four messages of one length, and what hashes them. */
export interface FourHashes {
  /** What the messages do not share, a word of each after the other: the first of the four, of the second, … */
  readonly own: Int32Array
  /** What they share. Each word of a message is that of `own` and this one together; where one says something the other is 0. */
  readonly shared: Int32Array
  /** The first words of the four digests, then the second ones. */
  readonly digest: Int32Array
  /** Hashes what stands there, as so many blocks. */
  hash(blocks: number): void
}

let known: FourHashes | null | undefined

/** The one of this process; null where there is no WebAssembly with SIMD, or where a page's policy forbids it. */
export function fourHashes(): FourHashes | null {
  if (known === undefined) known = instantiate()
  return known
}

function instantiate(): FourHashes | null {
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(sha1Module()))
    const { m, f } = exports as unknown as { readonly m: WebAssembly.Memory; readonly f: FourHashes['hash'] }
    const words = (place: number, length: number) => new Int32Array(m.buffer, place, length)
    return {
      own: words(PLACES.own, MAX_BLOCKS * 64),
      shared: words(PLACES.shared, MAX_BLOCKS * 16),
      digest: words(PLACES.digest, 8),
      hash: f,
    }
  } catch {
    return null
  }
}
