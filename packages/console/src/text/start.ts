import type { Language } from '../screens/flag/snippets.ts'
import type { SetupStep } from '../screens/start/setup-steps.ts'
import { isolate } from './isolate.ts'

/** Texts about connecting an SDK. */
export const connect = {
  title: 'Connect an SDK',
  useFlag: 'Use this flag',
  about: 'Choose a flag and your SDK. The code includes the server address and this project’s token.',
  flag: 'Flag',
  flagHint: 'Search by key or name',
  sdks: 'SDK',
  install: 'Install',
  copyInstall: 'Copy command',
  run: {
    node: 'Save as flag.mjs and run: node flag.mjs',
    browser: 'Add to your application',
    python: 'Save as flag.py and run: python3 flag.py',
    openfeature: 'Save as flag.mjs and run: node flag.mjs',
    embedded: 'Save as flag.mjs and run: node flag.mjs',
    http: 'Run in a terminal',
  } satisfies Record<Language, string>,
  copyCode: 'Copy code',
  waiting: 'Waiting for the first call…',
  received: (sdks: readonly string[]) => (sdks.length === 0 ? 'Received,' : `Received from ${listed(sdks)},`),
  sdkNames: { web: 'a browser', flagdeck: 'an embedded library' } as Readonly<Record<string, string>>,
  missingFlag: (key: string) => `No flag has the key ${isolate(key)}, so code falls back to its default.`,
  notCounted: 'These calls are counted once the flag exists.',
  createFlag: (key: string) => `Create ${isolate(key)}`,
} as const

/** Texts of the checklist for new projects. */
export const setup = {
  title: 'Get started',
  progress: (done: number, total: number) => `${done} of ${total} done`,
  complete: 'Setup complete',
  steps: {
    create: 'Create a flag',
    connect: 'Connect an SDK',
    rollOut: 'Roll out a flag',
    invite: 'Invite a member',
  } satisfies Record<SetupStep, string>,
  done: 'done',
  hide: 'Hide checklist',
  hidden: 'Checklist hidden for this project',
} as const

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names.map(isolate))
}
