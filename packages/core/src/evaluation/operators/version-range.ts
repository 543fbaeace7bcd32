import type { JsonValue } from '../../foundation/json/json-value.ts'
import { compareNumbers, comparePrecedence, parseVersion, type SemanticVersion } from '../values/semantic-version.ts'
import { textOf } from '../values/text-of.ts'
import { NEVER, requires, type ValueTest } from './value-test.ts'

/** Whether a version belongs to the same release line as another: `1.2.9` and `1.2.0` share a minor line. */
type SameLine = (version: SemanticVersion, base: SemanticVersion) => boolean

const WILDCARD = /^(?:\*|(v?\d+)(?:\.(\d+))?(?:\.\*){1,2})$/
const PARTIAL = /^v?\d+(\.\d+)?$/

/** `semver_tilde`: the filter's version, or a later patch of it. */
export function isWithinTilde(filter: JsonValue): ValueTest {
  return atLeast(textOf(filter), sameMinor)
}

/** `semver_caret`: the filter's version, or a later one with the same first non-zero number. */
export function isWithinCaret(filter: JsonValue): ValueTest {
  return atLeast(textOf(filter), sameFirstNonZero)
}

/** `semver_wildcard`: `1.*`, `1.2.*` or `*`; without an asterisk it is a caret range that may be shortened. */
export function matchesWildcard(filter: JsonValue): ValueTest {
  const text = textOf(filter).trim()
  const match = WILDCARD.exec(text)
  if (!match) return atLeast(text, lineOfPartial(text))
  const [, major, minor] = match
  if (major === undefined) return tests(() => true)
  const base = parseVersion(minor === undefined ? major : `${major}.${minor}`)
  const sameLine = minor === undefined ? sameMajor : sameMinor
  return base ? tests((version) => version.preRelease.length === 0 && sameLine(version, base)) : NEVER
}

function tests(accepts: (version: SemanticVersion) => boolean): ValueTest {
  return requires((value, forms) => {
    const version = forms.version(value)
    return version !== undefined && accepts(version)
  })
}

function atLeast(text: string, sameLine: SameLine): ValueTest {
  const bound = parseVersion(text)
  if (!bound) return NEVER
  return tests(
    (version) =>
      sameLine(version, bound) && comparePrecedence(version, bound) >= 0 && isAllowedPreRelease(version, bound),
  )
}

// A range includes a pre-release only if the range itself names a pre-release of the same version.
function isAllowedPreRelease(version: SemanticVersion, bound: SemanticVersion): boolean {
  return version.preRelease.length === 0 || (bound.preRelease.length > 0 && compareNumbers(version, bound) === 0)
}

/** In `0.0` and `0` the omitted numbers may have any value, in contrast to those of `0.0.0`. */
function lineOfPartial(text: string): SameLine {
  const match = PARTIAL.exec(text)
  if (!match) return sameFirstNonZero
  if (match[1] === undefined) return sameMajor
  return (version, base) => (base.major === '0' ? sameMinor(version, base) : sameMajor(version, base))
}

function sameMajor(a: SemanticVersion, b: SemanticVersion): boolean {
  return a.major === b.major
}

function sameMinor(a: SemanticVersion, b: SemanticVersion): boolean {
  return a.major === b.major && a.minor === b.minor
}

function sameFirstNonZero(version: SemanticVersion, base: SemanticVersion): boolean {
  if (base.major !== '0') return sameMajor(version, base)
  return sameMinor(version, base) && (base.minor !== '0' || version.patch === base.patch)
}
