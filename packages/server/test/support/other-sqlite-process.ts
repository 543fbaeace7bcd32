import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

/** A separate process that has a SQLite file open. Locks only work between processes. */
export interface OtherSqliteProcess {
  /** Runs a statement, and returns its rows. */
  run(sql: string, ...parameters: readonly (string | number)[]): Promise<readonly unknown[]>
  close(): Promise<void>
}

const PROGRAM = `
const { DatabaseSync } = require('node:sqlite')
const database = new DatabaseSync(process.argv[1])
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { sql, parameters } = JSON.parse(line)
  console.log(JSON.stringify(database.prepare(sql).all(...parameters)))
})`

/** Opens the file in a process that ends after the test. */
export function otherSqliteProcess(path: string): OtherSqliteProcess {
  const child = spawn(process.execPath, ['--no-warnings', '-e', PROGRAM, path], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async run(sql, ...parameters) {
      child.stdin.write(`${JSON.stringify({ sql, parameters })}\n`)
      const { value, done } = await answers.next()
      if (done) throw new Error(`the other process ended at: ${sql}`)
      return JSON.parse(value)
    },
    async close() {
      const closed = once(child, 'close')
      child.stdin.end()
      await closed
    },
  }
}
