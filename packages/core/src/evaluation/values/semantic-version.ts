import { compareUnits } from '../../foundation/lists/compare-text.ts'

/** A version in the order of SemVer 2. Numbers are digits, because they may exceed the range of a double. */
export interface SemanticVersion {
  /** Digits without leading zeros. */
  readonly major: string
  readonly minor: string
  readonly patch: string
  /** Identifiers after `-`; empty for a release. */
  readonly preRelease: readonly string[]
  /** Identifiers after `+`; empty if there are none. */
  readonly build: readonly string[]
}

const VERSION = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([\da-z.-]+))?(?:\+([\da-z.-]+))?$/i
const LARGEST_NUMBER = '18446744073709551615'
const DIGITS = /^\d+$/

/**
 * Parses a version; returns undefined if it is not one. Spaces around it, a leading `v` and leading zeros are removed,
 * and missing numbers are set to zero (EVAL-32).
 */
export function parseVersion(written: string): SemanticVersion | undefined {
  const text = written.trim()
  // The letters of the pattern ignore case, but a leading V is not allowed.
  const match = text.startsWith('V') ? null : VERSION.exec(text)
  if (!match) return undefined
  const [, major = '', minor = '0', patch = '0', preReleaseText, buildText] = match
  const [preRelease, build] = [identifiersOf(preReleaseText), identifiersOf(buildText)]
  const version = { major: withoutZeros(major), minor: withoutZeros(minor), patch: withoutZeros(patch) }
  if (!Object.values(version).every(isCountable) || !preRelease.every(isPreReleasePart)) return undefined
  return build.includes('') ? undefined : { ...version, preRelease, build }
}

/**
 * Returns a negative number, zero or a positive number if `a` is before, equal to or after `b`: by numbers, then
 * pre-release, then build.
 */
export function compareSemanticVersions(a: SemanticVersion, b: SemanticVersion): number {
  return comparePrecedence(a, b) || compareIdentifiers(a.build, b.build)
}

/** Compares versions without build metadata, which ranges ignore. */
export function comparePrecedence(a: SemanticVersion, b: SemanticVersion): number {
  return compareNumbers(a, b) || comparePreReleases(a, b)
}

/** Compares major, minor and patch. */
export function compareNumbers(a: SemanticVersion, b: SemanticVersion): number {
  return compareDigits(a.major, b.major) || compareDigits(a.minor, b.minor) || compareDigits(a.patch, b.patch)
}

function comparePreReleases(a: SemanticVersion, b: SemanticVersion): number {
  if (a.preRelease.length === 0 || b.preRelease.length === 0) return b.preRelease.length - a.preRelease.length
  return compareIdentifiers(a.preRelease, b.preRelease)
}

/** Compares lists of identifiers one by one; if one list is a prefix of the other, the longer one is greater. */
function compareIdentifiers(a: readonly string[], b: readonly string[]): number {
  // If `b` has no identifier, `left` is compared with itself: the lengths decide.
  const orders = a.map((left, at) => compareIdentifier(left, b[at] ?? left))
  return orders.find((order) => order !== 0) ?? a.length - b.length
}

/** Numbers are before words; equal numbers are ordered by their leading zeros, which only build metadata may have. */
function compareIdentifier(a: string, b: string): number {
  const [aIsNumber, bIsNumber] = [DIGITS.test(a), DIGITS.test(b)]
  if (aIsNumber !== bIsNumber) return aIsNumber ? -1 : 1
  if (!aIsNumber) return compareUnits(a, b)
  return compareDigits(withoutZeros(a), withoutZeros(b)) || a.length - b.length
}

function compareDigits(a: string, b: string): number {
  return a.length - b.length || compareUnits(a, b)
}

function identifiersOf(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split('.')
}

function isPreReleasePart(identifier: string): boolean {
  const hasLeadingZero = identifier.length > 1 && identifier.startsWith('0') && DIGITS.test(identifier)
  return identifier !== '' && !hasLeadingZero
}

function isCountable(digits: string): boolean {
  return compareDigits(digits, LARGEST_NUMBER) <= 0
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '')
}
