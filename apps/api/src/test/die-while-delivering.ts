/*
 * A process that dies while it delivers tickets, for the suite in files/: goes as far as it is told, says so, and stands still for
 * good. Whoever started it kills it there.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/client.ts'
import { createFileStore } from '../deps.ts'
import { deliverTickets } from '../modules/orders/index.ts'
import { randomIds } from '../shared/ids.ts'
import { pdfFile } from './ticket-files.ts'

export interface Death {
  databaseUrl: string
  config: Pick<Config, 'files' | 'dataFolder'>
  lineId: string
  /** What has been done of the file when it dies; of the ticket nothing has. */
  after: 'noted' | 'written'
}

// Written by the suite, from this very type.
const death = JSON.parse(process.argv[2] ?? '') as Death
const { db } = openDatabase({ url: death.databaseUrl, poolSize: 2 })
const store = createFileStore(death.config, ({ call, reason }) =>
  process.stdout.write(`${call}: ${reason}\n`),
)
await deliverTickets(
  {
    db,
    ids: randomIds,
    files: {
      ...store,
      async put(...file) {
        if (death.after === 'written') await store.put(...file)
        process.stdout.write(`${death.after}\n`)
        await wait(600_000)
      },
    },
  },
  {
    lineId: death.lineId,
    delivery: { kind: 'files', files: [{ name: 'seat.pdf', bytes: pdfFile('left behind') }] },
    actor: 'operator:anna',
  },
)
