/**
 * Whether `If-None-Match` contains this entity tag. Clients send it weak, strong or bare, so `W/` and quotes are
 * ignored (HTTP-68).
 */
export function matchesEntityTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch === '') return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  const opaque = opaqueOf(etag)
  return ifNoneMatch.split(',').some((candidate) => candidate.trim() !== '' && opaqueOf(candidate) === opaque)
}

function opaqueOf(etag: string): string {
  return etag.trim().replace(/^W\//, '').replace(/^"|"$/g, '')
}
