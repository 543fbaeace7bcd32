import zlib from 'node:zlib'

/** A content encoding that answers are sent in. */
export type Encoding = 'zstd' | 'br' | 'gzip'

/** The quickest first, which also makes less of what is made anew each time (see `compression.ts`). */
const ENCODINGS: readonly Encoding[] = 'zstdCompressSync' in zlib ? ['zstd', 'br', 'gzip'] : ['br', 'gzip']

/**
 * The encoding to answer with: the one that the client likes best, and of those it likes alike the quickest; undefined
 * when it takes none.
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

/** Who says `*` has hardly thought of zstd, which is younger than many that do. */
function weightUnnamed(encoding: Encoding, weights: ReadonlyMap<string, number>): number {
  return encoding === 'zstd' ? 0 : (weights.get('*') ?? 0)
}

function weighted(entry: string): [name: string, weight: number] {
  const [name = '', ...parameters] = entry.split(';')
  const quality = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='))
  return [name.trim(), quality === undefined ? 1 : Number(quality.slice(2)) || 0]
}
