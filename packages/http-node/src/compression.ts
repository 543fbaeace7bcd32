import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import zlib, { constants } from 'node:zlib'
import type { Encoding } from './choose-encoding.ts'

type Content = string | Uint8Array

interface Compressor {
  /** For what is answered once: as quick as it gets. */
  atOnce(content: string): Uint8Array
  /** The same on another thread. */
  elsewhere(content: string): Promise<Uint8Array>
  /** For what is answered once and written in parts. */
  stream(): Transform
  /** For what is kept and answered many times: as small as it gets in reasonable time. */
  thoroughly(content: Content): Promise<Uint8Array>
}

const QUICK_ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const QUICK_GZIP = { level: 1 }
// Higher levels take three times as long and more for the same size.
const THOROUGH_ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 6 } }
// The library's own default (11) takes seconds for a megabyte; this is as quick as gzip and smaller.
const THOROUGH_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/**
 * Answers of 1,000 flags, 209 KB: zstd 0.15 ms and 2.9 KB, brotli 0.23 ms and 2.4 KB, gzip 0.30 ms and 3.7 KB. Thoroughly,
 * brotli takes 1.0 ms for 1.7 KB.
 */
const COMPRESSORS: Readonly<Record<Encoding, Compressor>> = {
  zstd: {
    atOnce: (content) => zlib.zstdCompressSync(content, QUICK_ZSTD),
    elsewhere: (content) => promisify(zlib.zstdCompress)(content, QUICK_ZSTD),
    stream: () => zlib.createZstdCompress(QUICK_ZSTD),
    thoroughly: (content) => promisify(zlib.zstdCompress)(content, THOROUGH_ZSTD),
  },
  br: {
    atOnce: (content) => zlib.brotliCompressSync(content, QUICK_BROTLI),
    elsewhere: (content) => promisify(zlib.brotliCompress)(content, QUICK_BROTLI),
    stream: () => zlib.createBrotliCompress(QUICK_BROTLI),
    thoroughly: (content) => promisify(zlib.brotliCompress)(content, THOROUGH_BROTLI),
  },
  gzip: {
    atOnce: (content) => zlib.gzipSync(content, QUICK_GZIP),
    elsewhere: (content) => promisify(zlib.gzip)(content, QUICK_GZIP),
    stream: () => zlib.createGzip(QUICK_GZIP),
    thoroughly: (content) => promisify(zlib.gzip)(content),
  },
}

/** Compresses what is written to it, quickly and on another thread. */
export function compressor(encoding: Encoding): Transform {
  return COMPRESSORS[encoding].stream()
}

/**
 * Text of up to so many characters is compressed on this thread. Handing it over takes this thread as long as zstd and
 * brotli do (2 KB: 51 µs beside 21, 61 KB: 56 beside 48, 209 KB: 175 beside 150), and the client waits longer. Beyond,
 * others would wait for it: a megabyte takes 0.7 to 1.3 ms.
 */
const MAX_LENGTH_AT_ONCE = 256 * 1024

// Bound: dies with the bytes, which whoever answers them keeps
const compressedForms = new WeakMap<Uint8Array, Map<Encoding, Promise<Uint8Array>>>()

/**
 * The compressed form of a body. Text is compressed each time, and quickly. Bytes are compressed thoroughly, once for as
 * long as the same object is answered, also when many ask at the same time.
 */
export function compress(body: Content, encoding: Encoding): Uint8Array | Promise<Uint8Array> {
  const { atOnce, elsewhere } = COMPRESSORS[encoding]
  if (typeof body !== 'string') return keptForm(body, encoding)
  return body.length <= MAX_LENGTH_AT_ONCE ? atOnce(body) : elsewhere(body)
}

function keptForm(body: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  const forms = compressedForms.get(body) ?? new Map<Encoding, Promise<Uint8Array>>()
  compressedForms.set(body, forms)
  const known = forms.get(encoding)
  if (known !== undefined) return known
  const made = COMPRESSORS[encoding].thoroughly(body)
  forms.set(encoding, made)
  return made
}
