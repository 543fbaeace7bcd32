import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

const gzipBytes = promisify(gzip)
const brotliBytes = promisify(brotliCompress)

// The library's own default (11) takes seconds for a megabyte; this is as quick as gzip and smaller.
const BROTLI_QUALITY = 5

/** The encoding to answer with, brotli first; undefined when the client takes neither. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | undefined {
  if (acceptEncoding === undefined) return undefined
  const weights = new Map(acceptEncoding.toLowerCase().split(',').map(weighted))
  const any = weights.get('*') ?? 0
  const br = weights.get('br') ?? any
  const gzip = weights.get('gzip') ?? any
  if (br > 0 && br >= gzip) return 'br'
  return gzip > 0 ? 'gzip' : undefined
}

function weighted(entry: string): [name: string, weight: number] {
  const [name = '', ...parameters] = entry.split(';')
  const quality = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='))
  return [name.trim(), quality === undefined ? 1 : Number(quality.slice(2)) || 0]
}

const compressedForms = new WeakMap<Uint8Array, Map<Encoding, Promise<Uint8Array>>>()

/**
 * The compressed form of a body. Bytes are compressed once for as long as the same object is answered, also when many
 * ask at the same time; text is compressed each time.
 */
export function compress(body: string | Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (typeof body === 'string') return encode(body, encoding)
  const forms = compressedForms.get(body) ?? new Map<Encoding, Promise<Uint8Array>>()
  compressedForms.set(body, forms)
  const known = forms.get(encoding)
  if (known !== undefined) return known
  const made = encode(body, encoding)
  forms.set(encoding, made)
  return made
}

function encode(body: string | Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === 'gzip') return gzipBytes(body)
  return brotliBytes(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
}
