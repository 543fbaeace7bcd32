import type { Project } from '@flagdeck/core'
import { parseProjectId } from '../../rest/path-id.ts'

const HOUR_MS = 3_600_000
const encoder = new TextEncoder()

/**
 * Returns the token that opens a project's stream in this hour and the next. It gives access to versions only, so it
 * may be part of a URL. All clients get the same token within an hour, because they restart their stream whenever its
 * URL changes (PROTO-34).
 */
export function streamToken(project: Project, nowMs: number): Promise<string> {
  const hour = Math.floor(nowMs / HOUR_MS)
  const known = tokens.get(project)
  if (known?.hour === hour) return known.token
  const token = sign(project, hour)
  tokens.set(project, { hour, token })
  return token
}

/** One signature an hour for each snapshot of a project, instead of one for each request. */
const tokens = new WeakMap<Project, { readonly hour: number; readonly token: Promise<string> }>()

/**
 * The project id in a token from about now; undefined when the token is malformed or expired. The signature is not
 * verified here.
 */
export function streamTokenProject(token: string, nowMs: number): number | undefined {
  const [, id, hour] = FORM.exec(token) ?? []
  const projectId = id === undefined ? undefined : parseProjectId(id)
  return typeof projectId === 'number' && isOfNow(Number(hour), nowMs) ? projectId : undefined
}

const FORM = /^(\d{1,10})\.(\d{1,9})\.[\w-]{43}$/

/** Whether the hour is the current one or adjacent: clocks differ, and connections arrive late. */
function isOfNow(hour: number, nowMs: number): boolean {
  return Math.abs(hour - Math.floor(nowMs / HOUR_MS)) <= 1
}

/** Whether the project signed the token, and it has not expired. */
export async function streamTokenHolds(project: Project, token: string, nowMs: number): Promise<boolean> {
  const hour = Number(FORM.exec(token)?.[2])
  if (!isOfNow(hour, nowMs)) return false
  return isSameText(token, await sign(project, hour))
}

async function sign({ id, secretApiToken }: Project, hour: number): Promise<string> {
  const usage = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secretApiToken), usage, false, ['sign'])
  const signed = `${id}.${hour}`
  const signature = await crypto.subtle.sign('HMAC', key, encoder.encode(`event stream ${signed}`))
  return `${signed}.${base64Url(new Uint8Array(signature))}`
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Compares every character, even after a difference: the time must not reveal how much was correct. */
function isSameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return difference === 0
}
