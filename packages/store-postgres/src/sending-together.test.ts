import { Writable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { sendingTogether } from './sending-together.ts'

/** Returns a stream, and the chunks that were written to it. */
function recording() {
  const pieces: string[] = []
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _, done) {
      pieces.push(chunk)
      done()
    },
    writev(chunks, done) {
      pieces.push(chunks.map(({ chunk }) => chunk).join(''))
      done()
    },
  })
  return { pieces, stream }
}

it('sends in one piece what is written in the same moment, also after what was not waited for', async () => {
  const { pieces, stream } = recording()
  const sendTogether = sendingTogether(stream)
  const write = (text: string) => {
    sendTogether()
    stream.write(text)
  }
  write('a')
  write('b')
  await Promise.resolve().then(() => Promise.resolve())
  write('c')
  expect(pieces).toEqual([])
  await turn()
  expect(pieces).toEqual(['abc'])
  write('d')
  await turn()
  expect(pieces).toEqual(['abc', 'd'])
})
