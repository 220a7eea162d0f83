import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { FaultResult } from './run-fault.ts'
import { dataOf, type Trial } from './trial.ts'

/** A job of a worker that was killed is repeated once its heartbeat has been missing for a minute. */
const sendTimeoutMs = 150_000

/** Whether every order of all faults got its confirmation once, those of a worker that was killed included. */
export async function checkEmails(trial: Trial): Promise<FaultResult> {
  const from = performance.now()
  for (;;) {
    const problems = await compareEmails(trial)
    const waitedMs = Math.round(performance.now() - from)
    if (problems.length === 0 || waitedMs > sendTimeoutMs)
      return { problems, orders: trial.record.orders.size, waitedMs }
    await pause(1000)
  }
}

async function compareEmails(trial: Trial): Promise<string[]> {
  const client = new pg.Client({ connectionString: dataOf(trial).databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ number: string }>('select number::text from orders')
    const sent = countConfirmations(join(trial.layout.folder, 'data', 'mail'))
    return rows.flatMap(({ number }) => {
      const count = sent.get(number) ?? 0
      return count === 1 ? [] : [`order ${number} has ${count} confirmations by email`]
    })
  } finally {
    await client.end()
  }
}

/** Confirmations in the mail folder, by order number. */
function countConfirmations(folder: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!name.endsWith('.eml')) continue
    // Attachments follow the header.
    const header = readFileSync(join(folder, name), 'utf8').slice(0, 4000)
    const number = /^Subject: Order (\S+) confirmed/m.exec(header)?.[1]
    if (number !== undefined) counts.set(number, (counts.get(number) ?? 0) + 1)
  }
  return counts
}
