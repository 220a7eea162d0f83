/* A process for the tests in files/ that delivers tickets up to a given point, reports it and waits to be killed. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '#api/config/config.ts'
import { openDatabase } from '#api/db/client.ts'
import { createFileStore } from '#api/deps.ts'
import { deliverTickets } from '#api/modules/orders/index.ts'
import { randomIds } from '#api/shared/ids.ts'
import { pdfFile } from '../fixtures/ticket-files.ts'

export interface InjectedCrash {
  databaseUrl: string
  config: Pick<Config, 'files' | 'dataFolder'>
  lineId: string
  /** Progress of the file at the crash; the ticket is not saved. */
  after: 'recorded' | 'written'
}

// The suite writes it with this type.
const crash = JSON.parse(process.argv[2] ?? '') as InjectedCrash
const { db } = openDatabase({ url: crash.databaseUrl, poolSize: 2 })
const store = createFileStore(crash.config, ({ call, reason }) =>
  process.stdout.write(`${call}: ${reason}\n`),
)
await deliverTickets(
  {
    db,
    ids: randomIds,
    files: {
      ...store,
      async put(...file) {
        if (crash.after === 'written') await store.put(...file)
        process.stdout.write(`${crash.after}\n`)
        await wait(600_000)
      },
    },
  },
  {
    lineId: crash.lineId,
    delivery: { kind: 'files', files: [{ name: 'seat.pdf', bytes: pdfFile('left behind') }] },
    actor: 'operator:anna',
  },
)
