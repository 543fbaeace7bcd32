import type { Properties, Subject } from '../../evaluation/definition/subject.ts'
import { ownProperty } from '../../foundation/json/own-property.ts'

/** Properties of a visit whose first value PostHog keeps as `$initial_…`: of the device and page, and of campaigns. */
const KEPT_NAMES = [
  ...['$app_build', '$app_name', '$app_namespace', '$app_version', '$browser', '$browser_version', '$current_url'],
  ...['$device_type', '$os', '$os_version', '$pathname', '$raw_user_agent', '$referrer', '$referring_domain'],
  ...['$screen_height', '$screen_width', '$viewport_height', '$viewport_width'],
  ...['_kx', 'dclid', 'epik', 'fbclid', 'gad_source', 'gbraid', 'gclid', 'gclsrc', 'igshid', 'irclid', 'li_fat_id'],
  ...['mc_cid', 'msclkid', 'qclid', 'rdt_cid', 'sccid', 'ttclid', 'twclid', 'wbraid'],
  ...['utm_campaign', 'utm_content', 'utm_medium', 'utm_source', 'utm_term'],
]

const sourceOf = new Map(KEPT_NAMES.map((name) => [`$initial_${name.replace('$', '')}`, name]))

/** Those of these properties that the value of today stands in for while there is no first one. */
export function initialPropertiesIn(names: Iterable<string>): readonly string[] {
  return [...names].filter((name) => sourceOf.has(name))
}

/**
 * The subject with each of these `$initial_…` properties that nobody has set filled in from the property without
 * (PERSON-16): what a visit says for the first time is its first value, stored or not.
 */
export function withInitialProperties(subject: Subject, initialNames: readonly string[]): Subject {
  if (initialNames.length === 0) return subject
  const filled: { [name: string]: Properties[string] } = {}
  for (const name of initialNames) {
    const value = ownProperty(subject.properties, sourceOf.get(name) ?? name)
    if (value !== undefined && ownProperty(subject.properties, name) === undefined) filled[name] = value
  }
  return Object.keys(filled).length === 0 ? subject : { ...subject, properties: { ...subject.properties, ...filled } }
}
