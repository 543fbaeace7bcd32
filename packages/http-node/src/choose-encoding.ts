import zlib from 'node:zlib'

/** A content encoding for responses. */
export type Encoding = 'zstd' | 'br' | 'gzip'

/**
 * The fastest first, for content that is compressed on each request. Both zstd and brotli also compress better than
 * gzip (see `compression.ts`).
 */
const ENCODINGS: readonly Encoding[] = 'zstdCompressSync' in zlib ? ['zstd', 'br', 'gzip'] : ['br', 'gzip']

/**
 * The encoding that the client prefers, or the fastest among those it prefers equally. Undefined when it accepts none.
 */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | undefined {
  if (acceptEncoding === undefined) return undefined
  const weights = new Map(acceptEncoding.toLowerCase().split(',').map(weighted))
  let best: Encoding | undefined
  let bestWeight = 0
  for (const encoding of ENCODINGS) {
    const weight = weights.get(encoding) ?? weightUnnamed(encoding, weights)
    if (weight > bestWeight) {
      best = encoding
      bestWeight = weight
    }
  }
  return best
}

/** `*` does not include zstd: many clients that send it are older than zstd and cannot decode it. */
function weightUnnamed(encoding: Encoding, weights: ReadonlyMap<string, number>): number {
  return encoding === 'zstd' ? 0 : (weights.get('*') ?? 0)
}

function weighted(entry: string): [name: string, weight: number] {
  const [name = '', ...parameters] = entry.split(';')
  const quality = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='))
  return [name.trim(), quality === undefined ? 1 : Number(quality.slice(2)) || 0]
}
