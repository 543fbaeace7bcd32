import { expect, test } from 'vitest'
import * as z from 'zod'
import { bodyMemory } from '../body/body-memory.ts'
import { BodyReading } from '../body/body-reading.ts'
import { formData } from '../body/form-data.ts'
import { Overloaded } from '../overloaded.ts'
import { readJson } from './json-body.ts'

const encoder = new TextEncoder()
const CONTAINER_BYTES = 64
const FREE_CONTAINERS = 1000

/** A list with this many containers, including itself. */
function listOf(containers: number): string {
  return JSON.stringify(Array.from({ length: containers - 1 }, () => ({})))
}

function knownReading(memory = bodyMemory()): BodyReading {
  const reading = new BodyReading(2 * 1024 * 1024, memory)
  reading.admitKnown()
  return reading
}

test('HTTP-98 lists and objects of a body take memory until the request ends', async () => {
  const memory = bodyMemory()
  const reading = knownReading(memory)
  await readJson(encoder.encode(listOf(FREE_CONTAINERS)), reading)
  expect(memory.bytes.taken).toBe(0)
  expect(await readJson(encoder.encode(listOf(FREE_CONTAINERS + 5)), reading)).toHaveLength(FREE_CONTAINERS + 4)
  expect(memory.bytes.taken).toBe(5 * CONTAINER_BYTES)
  await readJson(encoder.encode(listOf(90_000)), reading)
  expect(memory.large.taken).toBe((5 + 89_000) * CONTAINER_BYTES)
  reading.release()
  expect([memory.bytes.taken, memory.large.taken]).toEqual([0, 0])
})

test('HTTP-98 a body whose lists and objects find no memory is refused, also within a form', async () => {
  const full = { take: () => Promise.reject(new Overloaded('the memory')) }
  await expect(readJson(encoder.encode(listOf(2000)), full)).rejects.toThrow(Overloaded)
  const body = z.object({ filters: z.array(z.unknown()) })
  await expect(formData({ filters: listOf(2000) }, body, full)).rejects.toThrow(Overloaded)
})
