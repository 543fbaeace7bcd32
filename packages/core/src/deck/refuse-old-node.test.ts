import { describe, expect, it } from 'vitest'
import { refuseOldNode } from './refuse-old-node.ts'

describe('EMBED-20 a Node that is too old', () => {
  it('is refused with what to do', () => {
    expect(() => refuseOldNode({ process: { versions: { node: '20.20.2' } } })).toThrow(
      /^Flagdeck needs Node 22\.18 or newer; this is Node 20\.20\.2\.\nGet a current release/,
    )
  })

  it.each([
    {},
    { process: {} },
    { process: { versions: { node: '22.18.0' } } },
    { process: { versions: { node: '22.6.0', bun: '1.2.0' } } },
    { process: { versions: { node: '20.11.1', deno: '2.0.0' } } },
  ])('is none of these: %j', (runtime) => {
    expect(() => refuseOldNode(runtime)).not.toThrow()
  })
})
