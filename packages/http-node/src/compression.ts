import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import zlib, { constants } from 'node:zlib'
import type { Encoding } from './choose-encoding.ts'

type Content = string | Uint8Array

interface Compressor {
  /** For content that is sent once: the fastest setting. */
  atOnce(content: string): Uint8Array
  /** Like `atOnce`, on another thread. */
  elsewhere(content: string): Promise<Uint8Array>
  /** For content that is sent once and written in parts. */
  stream(): Transform
  /** For content that is cached and sent many times: the smallest result in reasonable time. */
  thoroughly(content: Content): Promise<Uint8Array>
}

const QUICK_ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const QUICK_GZIP = { level: 1 }
// Higher levels take three or more times as long for the same size.
const THOROUGH_ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 6 } }
// The default of the library (11) takes seconds for a megabyte. This level is as fast as gzip, and its result is
// smaller.
const THOROUGH_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/**
 * Responses of 1,000 flags, 209 KB: zstd 0.15 ms and 2.9 KB, brotli 0.23 ms and 2.4 KB, gzip 0.30 ms and 3.7 KB. The
 * thorough setting of brotli takes 1.0 ms for 1.7 KB.
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

/** A stream that compresses what is written to it, with the fastest setting and on another thread. */
export function compressor(encoding: Encoding): Transform {
  return COMPRESSORS[encoding].stream()
}

/**
 * Text of up to this many characters is compressed on this thread. Moving it to another thread costs this thread as
 * much as compressing with zstd and brotli (2 KB: 51 µs versus 21, 61 KB: 56 versus 48, 209 KB: 175 versus 150), and
 * the client waits longer. Longer text would delay other requests: a megabyte takes 0.7 to 1.3 ms.
 */
const MAX_LENGTH_AT_ONCE = 256 * 1024

// Bound: dies with the bytes, whose owner decides how long they live
const compressedForms = new WeakMap<Uint8Array, Map<Encoding, Promise<Uint8Array>>>()

/**
 * Returns the compressed form of a body. Text is compressed on each call, with the fastest setting. Bytes are
 * compressed once and thoroughly: the result is shared by concurrent calls and cached as long as the same object is
 * sent.
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
