const REPLACEMENT_CHARACTER = 0xfffd

/**
 * Writes the UTF-8 bytes of `text` into `target` from `offset` on and returns the offset after them. A lone surrogate
 * becomes U+FFFD, as in every encoder of the platform. Reserve three bytes per UTF-16 unit.
 */
export function encodeUtf8(text: string, target: Uint8Array, offset: number): number {
  let at = offset
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) {
      target[at++] = unit
      continue
    }
    const codePoint = codePointAt(text, i, unit)
    if (codePoint > 0xffff) i++
    at = encodeWide(codePoint, target, at)
  }
  return at
}

function codePointAt(text: string, index: number, unit: number): number {
  if (unit < 0xd800 || unit > 0xdfff) return unit
  const next = text.charCodeAt(index + 1)
  const isPair = unit <= 0xdbff && next >= 0xdc00 && next <= 0xdfff
  return isPair ? 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00) : REPLACEMENT_CHARACTER
}

function encodeWide(codePoint: number, target: Uint8Array, offset: number): number {
  let at = offset
  if (codePoint < 0x800) {
    target[at++] = 0xc0 | (codePoint >> 6)
  } else {
    if (codePoint < 0x10000) {
      target[at++] = 0xe0 | (codePoint >> 12)
    } else {
      target[at++] = 0xf0 | (codePoint >> 18)
      target[at++] = 0x80 | ((codePoint >> 12) & 0x3f)
    }
    target[at++] = 0x80 | ((codePoint >> 6) & 0x3f)
  }
  target[at++] = 0x80 | (codePoint & 0x3f)
  return at
}
