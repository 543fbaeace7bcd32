import type { Output } from '../../api/call.ts'
import { connected } from '../../api/connection.ts'
import { copyText } from '../../parts/copy-text.ts'
import { tell } from '../../parts/toasts.tsx'
import { go, href } from '../../route.ts'
import { commands, flagVerbs } from '../../text/commands.ts'
import { sentences } from '../../text/frame.ts'
import { switchFlag } from '../flags/switch-flag.ts'
import type { Command } from './palette-commands.ts'

type ListedFlag = Output<'listFlags'>['results'][number]

/** The effect of a command on a flag. */
export type FlagVerb = keyof typeof flagVerbs

const VERBS = Object.keys(flagVerbs) as FlagVerb[] // an object literal has no other keys

/** Splits "turn off checkout" into the action and the search for the flag. */
export function verbIn(text: string): { readonly verb: FlagVerb | undefined; readonly rest: string } {
  const typed = text.toLowerCase()
  const verb = VERBS.find((name) => flagVerbs[name].typed.some((start) => typed.startsWith(`${start} `)))
  const start = verb && flagVerbs[verb].typed.find((each) => typed.startsWith(`${each} `))
  return { verb, rest: start === undefined ? text : text.slice(start.length).trim() }
}

/** Whether the command would have no effect: the flag is already on, or the user may not change it. */
export function isDone(flag: ListedFlag, verb: FlagVerb): boolean {
  if (verb === 'copyKey') return false
  if (!connected.value || !flag.can_edit || flag.archived) return true
  return verb === 'turnOn' ? flag.active : verb === 'turnOff' ? !flag.active : false
}

/** Returns the commands for a flag. */
export function flagCommands(flag: ListedFlag, verbs: readonly FlagVerb[] = VERBS): readonly Command[] {
  const possible = verbs.filter((verb) => !isDone(flag, verb))
  return possible.map((verb) => ({
    id: `${verb} ${flag.id}`,
    group: commands.actions,
    label: flagVerbs[verb].label(flag.key),
    run: () => void run(flag, verb),
  }))
}

function run(flag: ListedFlag, verb: FlagVerb): Promise<void> | void {
  switch (verb) {
    case 'turnOn':
    case 'turnOff':
      return switchFlag(flag, verb === 'turnOn')
    case 'edit':
      return go(href('flags', flag.id, 'edit'))
    case 'copyKey':
      return copyText(flag.key).then((isCopied) => tell(isCopied ? commands.keyCopied(flag.key) : sentences.notCopied))
  }
}
