import { clipped } from './clipped.ts'
import { isolate } from './isolate.ts'

/** Texts of the tab that explains a result. */
export const explainText = {
  title: 'Why does a user get this?',
  hint: 'Enter a user ID or e-mail to see the result and why.',
  user: 'User ID or e-mail',
  group: (type: string) => `Group: ${clipped(type)}`,
  explain: 'Explain',
  compareWith: 'Compare with another user',
  toCompare: 'User to compare with',
  addToComparison: 'Add to comparison',
  cancel: 'Cancel',
  severalUsers: (count: number, email: string) =>
    `${count} users have the e-mail ${clipped(email)}. Enter the ID of one of them.`,
  enterUser: 'This flag depends on the user. Enter a user.',
  alreadyCompared: 'This user is already in the comparison.',
  mostCompared: (most: number) => `You can compare up to ${most} users. Remove one to add another.`,
  unknown: 'Unknown user: only the properties you enter are used.',
  unknownShort: 'Unknown user',
  noUser: 'No user',
  allFlags: 'All flags for this user',
  properties: 'Properties',
  fromProfile: 'Filled from this user’s profile. Changes apply only here.',
  property: 'Property',
  showMore: (count: string) => `Show ${count} more`,
  addProperty: 'Add property',
  removeProperty: (name: string) => `Remove ${clipped(name)}`,
  resetProperty: (name: string) => `Reset ${clipped(name)} to the profile`,
  propertiesChanged: 'With changed properties',
  copyTest: 'Copy as test',
  copyLink: 'Copy link',
  linkHint: 'The link includes the user and groups, not the properties.',
  on: 'On',
  off: 'Off',
  payload: 'Payload',
  editConditions: 'Edit conditions',
  otherFlags: 'Other flags for this user',
  noOtherFlags: 'This project has no other flags.',
  steps: 'Evaluation steps',
  set: (number: number) => `Condition set ${number}`,
  outcomes: {
    match: 'Matched',
    no_condition_match: 'No match',
    out_of_rollout_bound: 'Not in the rollout',
    no_group_type: 'Group missing',
    failed: 'Cannot be evaluated',
  } as Readonly<Record<string, string>>,
  notInA: (type: string) => `No ${clipped(type)} given`,
  notEvaluated: 'Not evaluated',
  wouldMatch: (matches: boolean) => (matches ? 'Not evaluated, would match' : 'Not evaluated, would not match'),
  inRollout: (bucket: string, share: string) => `In the rollout: bucket ${bucket}; rollout includes 0–${share}`,
  outOfRollout: (bucket: string, share: string) => `Not in the rollout: bucket ${bucket}; ${included(share)}`,
  wouldBeIn: (bucket: string, share: string) =>
    `Would be in the rollout: bucket ${bucket}; rollout includes 0–${share}`,
  wouldBeOut: (bucket: string, share: string) => `Would not be in the rollout: bucket ${bucket}; ${included(share)}`,
  fullRollout: 'Rollout 100%',
  noBucket: 'Not in the rollout: no ID to bucket by',
  pinned: (variant: string) => `This condition set returns ${isolate(variant)}`,
  drawn: (variant: string, bucket: string) => `Variant ${isolate(variant)}: bucket ${bucket}`,
  heldOut: 'Held out: this user does not get the flag',
  notHeldOut: 'Not in the holdout',
  enrolled: 'Opted in to early access',
  declined: 'Opted out of early access',
  noFilters: 'No filters: matches everyone',
  whyOf: (key: string) => `Result of ${isolate(key)}`,
  yes: 'yes',
  no: 'no',
} as const

/** Texts of the changes that would change a result, and of the buttons that add the user. */
export const changeText = {
  title: (isOff: boolean) => (isOff ? 'To include this user' : 'To change the result'),
  target: 'Target this user',
  result: 'Result:',
  addSet: 'Add condition set for this user',
  addTo: (cohort: string) => `Add to ${clipped(cohort)}`,
  added: (user: string, cohort: string) => `Added ${clipped(user)} to ${clipped(cohort)}`,
  switchOn: 'Turn the flag on',
  switchOff: 'Turn the flag off',
  addCondition: 'Add a condition set',
  raiseRollout: (set: number, from: string, to: string) =>
    `Raise the rollout of condition set ${set} from ${from} to at least ${to}`,
  lowerRollout: (set: number, from: string, to: string) =>
    `Lower the rollout of condition set ${set} from ${from} to at most ${to}`,
  lowerHoldout: (id: string, from: string, to: string) => `Lower holdout ${id} from ${from} to at most ${to}`,
  set: (property: string, value: string) => `${isolate(property)} must be ${isolate(value)}`,
  ofGroup: (groupType: string) => `of the ${isolate(groupType)}`,
  and: 'and',
  inCohort: 'The user must be in',
  notInCohort: 'The user must not be in',
  flagReturns: (flag: string, value: string) => `${isolate(flag)} must return ${isolate(value)}`,
  joinGroup: (groupType: string) => `The user must be in a group of type ${isolate(groupType)}`,
  identify: (id: string) => `The request must have a ${id}`,
  identifiers: {
    distinct_id: 'distinct ID',
    first_id: 'distinct ID',
    device_id: 'device ID',
    group_key: 'group key',
  } as Readonly<Record<string, string>>,
} as const

/** Texts of the comparison of several users. */
export const comparisonText = {
  title: 'Comparison',
  result: 'Result',
  onlyDifferences: 'Only differences',
  different: 'Different:',
  noDifferences: 'No differences.',
  remove: (user: string) => `Remove ${clipped(user)} from the comparison`,
  rollout: (share: string) => `Rollout ${share}`,
  variant: 'Variant',
  holdout: 'Holdout',
  heldOut: 'Held out',
  earlyAccess: 'Early access',
  optedIn: 'Opted in',
  optedOut: 'Opted out',
  noFilters: 'No filters',
  bucket: (bucket: string) => `Bucket ${bucket}`,
  notSet: 'Not set',
  inCohort: 'In the cohort',
  notInCohort: 'Not in the cohort',
  failed: 'Failed',
  /** Precedes the name of a cohort. */
  user: 'User',
} as const

/** Returns the buckets that a rollout includes. */
function included(share: string): string {
  return share === '0' ? 'rollout is 0%' : `rollout includes 0–${share}`
}
