const encoder = new TextEncoder()

/** A strong entity tag made of a body's content: 128 bits of its SHA-256. */
export async function contentTag(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(text))
  const hex = Array.from(new Uint8Array(digest, 0, 16), (byte) => byte.toString(16).padStart(2, '0'))
  return `"${hex.join('')}"`
}
