import type { Properties, Subject } from '../../evaluation/definition/subject.ts'
import { ownProperty } from '../../foundation/json/own-property.ts'

/** Properties of a visit whose first value PostHog stores as `$initial_…`: of the device and page, and of campaigns. */
const KEPT_NAMES = [
  ...['$app_build', '$app_name', '$app_namespace', '$app_version', '$browser', '$browser_version', '$current_url'],
  ...['$device_type', '$os', '$os_version', '$pathname', '$raw_user_agent', '$referrer', '$referring_domain'],
  ...['$screen_height', '$screen_width', '$viewport_height', '$viewport_width'],
  ...['_kx', 'dclid', 'epik', 'fbclid', 'gad_source', 'gbraid', 'gclid', 'gclsrc', 'igshid', 'irclid', 'li_fat_id'],
  ...['mc_cid', 'msclkid', 'qclid', 'rdt_cid', 'sccid', 'ttclid', 'twclid', 'wbraid'],
  ...['utm_campaign', 'utm_content', 'utm_medium', 'utm_source', 'utm_term'],
]

const sourceOf = new Map(KEPT_NAMES.map((name) => [`$initial_${name.replace('$', '')}`, name]))

/** Returns those of these properties whose current value is used while no first value is stored. */
export function initialPropertiesIn(names: Iterable<string>): readonly string[] {
  return [...names].filter((name) => sourceOf.has(name))
}

/**
 * Returns the subject with each missing property `$initial_…` of this list set to the value of the property without the
 * prefix (PERSON-16): the first value that a visit sends is the initial value, even before it is stored.
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
