import { MAX_BLOCKS, PLACES, sha1Module } from './sha1-module.ts'

/** A buffer for four messages of one length, with the function that hashes them. */
export interface FourHashes {
  /** The separate parts of the messages, a word of each in turn: the first word of all four, then the second, … */
  readonly own: Int32Array
  /** The shared part of the messages. Each word of a message is the XOR of `own` and this word; one of the two is 0. */
  readonly shared: Int32Array
  /** The first words of the four digests, then the second ones. */
  readonly digest: Int32Array
  /** Hashes the content of the buffer, as this number of blocks. */
  hash(blocks: number): void
}

let known: FourHashes | null | undefined

/** Returns the instance of this process; null without WebAssembly with SIMD, or if a page's policy forbids it. */
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
