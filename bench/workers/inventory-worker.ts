import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { inventorySettings } from '@terrace/contracts/inventory-profiles'
import { terminalActor } from '../../apps/api/src/audit/actor.ts'
import { openDatabase } from '../../apps/api/src/db/client.ts'
import { createDiskStore } from '../../apps/api/src/files/adapters/disk.ts'
import {
  applyInventoryImport,
  receiveInventoryFile,
  runInventoryImport,
} from '../../apps/api/src/modules/inventory-imports/index.ts'
import { createProfile } from '../../apps/api/src/modules/inventory-imports/profiles/manage-profiles.ts'
import { systemClock } from '../../apps/api/src/shared/clock.ts'
import { createFieldCipher } from '../../apps/api/src/shared/crypto/field-cipher.ts'
import { randomIds } from '../../apps/api/src/shared/ids.ts'
import { serve } from '../worker.ts'

export interface InventoryJob {
  databaseUrl: string
  dataFolder: string
  teamId: string
  /** Columns are those of the site's own export. */
  path: string
}

export interface InventoryResult {
  /** From the first byte of the upload to the preview, and from there to the last written row. */
  previewMs: number
  applyMs: number
  counts: Record<string, number>
  /** Largest resident memory of this process. */
  residentMb: number
}

const settings = inventorySettings.parse({
  dialect: 'own-export',
  mode: 'full_replace',
  currency: 'GBP',
  date_order: 'ymd',
})

/** Imports a seller's file as the server does, in a process of its own. */
serve<InventoryJob, InventoryResult>(async ({ databaseUrl, dataFolder, teamId, path }) => {
  const { db } = openDatabase({ url: databaseUrl, poolSize: 2 })
  const files = createDiskStore(dataFolder, ({ call, reason }) => console.error(`${call}: ${reason}`))
  const fieldCipher = createFieldCipher([{ id: 1, key: randomBytes(32) }])
  const deps = { db, files, clock: systemClock, ids: randomIds, fieldCipher }
  const actor = terminalActor()
  try {
    const profileId = await readProfileId()
    const from = performance.now()
    const { id } = await receiveInventoryFile(deps, {
      teamId,
      profileId,
      fileName: 'stock.csv',
      madeAt: undefined,
      eventId: null,
      actor,
      chunks: createReadStream(path),
    })
    const preview = await runInventoryImport(deps, id)
    const previewed = performance.now()
    if (preview?.state !== 'previewed') throw new Error(`the preview ended as ${preview?.state}`)
    await applyInventoryImport(deps, { teamId, importId: id, actor })
    const done = await runInventoryImport(deps, id)
    const ended = performance.now()
    if (done?.state !== 'done') throw new Error(`the import ended as ${done?.state}: ${done?.problem ?? ''}`)
    return {
      previewMs: previewed - from,
      applyMs: ended - previewed,
      counts: { ...done.counts },
      residentMb: Math.round(process.resourceUsage().maxRSS / 1024),
    }
  } finally {
    await db.destroy()
  }

  /** One profile for all files: a file is compared with the one before it. */
  async function readProfileId(): Promise<string> {
    const known = await db
      .selectFrom('inventory_profiles')
      .select('id')
      .where('team_id', '=', teamId)
      .executeTakeFirst()
    return known?.id ?? (await createProfile(deps, { teamId, name: 'Bench', settings, actor })).id
  }
})
