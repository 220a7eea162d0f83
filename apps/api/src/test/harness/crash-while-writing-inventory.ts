/* A process for tests that applies an inventory file up to the first rows, reports it and waits to be killed. */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#api/db/client.ts'
import { createDiskStore } from '#api/files/adapters/disk.ts'
import { runImport } from '#api/modules/inventory-imports/imports/run-import.ts'
import { systemClock } from '#api/shared/clock.ts'
import { randomIds } from '#api/shared/ids.ts'
import { withTransaction } from './with-transaction.ts'

export interface InventoryCrash {
  databaseUrl: string
  importId: string
}

// The test writes it with this type.
const crash = JSON.parse(process.argv[2] ?? '') as InventoryCrash
const { db } = openDatabase({ url: crash.databaseUrl, poolSize: 4 })

const paused = withTransaction(db, async (work) => {
  const { rows } = await sql`
    select from inventory_import_rows where import_id = ${crash.importId} and outcome = 'written' limit 1`.execute(
    db,
  )
  if (rows.length > 0) {
    process.stdout.write('written\n')
    await wait(600_000)
  }
  return db.transaction().execute(work)
})
await runImport(
  {
    db: paused,
    files: createDiskStore('/nowhere', () => undefined),
    clock: systemClock,
    ids: randomIds,
    // The file has no barcodes to hash.
    fieldCipher: { encrypt: () => Buffer.alloc(0), tryDecrypt: () => undefined },
  },
  crash.importId,
)
