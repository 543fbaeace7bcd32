import { cpus } from 'node:os'

/** Returns a function that returns the average number of busy cores since its creation, for all processes. */
export function busyCores(): () => number {
  const before = coreTimes()
  return () => {
    const after = coreTimes()
    const idleShare = (after.idle - before.idle) / (after.all - before.all)
    return cpus().length * (1 - idleShare)
  }
}

function coreTimes() {
  const times = cpus().map((core) => core.times)
  const idle = times.reduce((sum, time) => sum + time.idle, 0)
  return { idle, all: times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle) }
}
