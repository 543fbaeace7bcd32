import { sha256 } from './sha256.ts'

/** A strong entity tag made of a body's content: 128 bits of its SHA-256. */
export async function contentTag(text: string): Promise<string> {
  return `"${(await sha256(text)).slice(0, 32)}"`
}
