const encoder = new TextEncoder()

/** Returns the stored form of a personal API key: `sha256$` and the hexadecimal SHA-256 of its value. */
export async function hashKey(value: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(value))
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `sha256$${hex}`
}

/** Returns the first and last four characters, by which users distinguish keys. */
export function maskKey(value: string): string {
  return value.length < 16 ? '…' : `${value.slice(0, 4)}…${value.slice(-4)}`
}
