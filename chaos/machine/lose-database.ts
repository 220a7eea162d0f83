import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { newRecord, runBuyers } from '../buyers.ts'
import {
  addStock,
  databaseOf,
  runTool,
  startInstallation,
  tryStart,
  verifyInstallation,
} from './installation.ts'
import { observeReadiness } from './observe.ts'
import type { Volume } from './volume.ts'
import type { Result } from './with-fault.ts'

const buyingMs = 5000
const noticeMs = 5000
const endMs = 60_000

/** The folder of the database is removed under the running server. A backup brings back what it contains. */
export async function loseDatabase(createVolume: (megabytes: number) => Volume): Promise<Result> {
  const volume = createVolume(1200)
  const [dataFolder, restored, backups] = ['data', 'restored', 'backups'].map((name) =>
    join(volume.folder, name),
  ) as [string, string, string]
  // The payment provider is another company: it has the same payments before and after.
  const provider = createVolume(64).folder
  mkdirSync(dataFolder)
  symlinkSync(provider, join(dataFolder, 'sandbox'))
  const installation = await startInstallation(dataFolder)
  const { port } = installation
  const observer = observeReadiness(port)
  const problems: string[] = []
  const kept = newRecord()
  const lost = newRecord()
  try {
    const { cluster } = await databaseOf(dataFolder)
    const stock = await addStock(dataFolder)
    await buyFor(buyingMs, { ...stock, port, record: kept })
    const backup = await runTool(dataFolder, ['tools/backup.mjs', 'backup', backups])
    if (backup.code !== 0) problems.push(`the backup failed: ${backup.output}`)

    const giveUp = new AbortController()
    const stopping = new AbortController()
    const shop = {
      ...stock,
      port,
      record: lost,
      pays: false,
      stopping: stopping.signal,
      giveUp: giveUp.signal,
    }
    const buying = runBuyers(shop)
    await pause(1000)
    const from = performance.now()
    rmSync(cluster, { recursive: true, force: true })
    await pause(noticeMs)
    const noticed = lost.holds.size
    const code = await Promise.race([installation.ended, pause(endMs).then(() => 'still running' as const)])
    stopping.abort()
    giveUp.abort()
    await buying
    const unreadyAfterMs = observer.timeUntilUnready(from, performance.now())
    if (unreadyAfterMs === undefined || unreadyAfterMs > noticeMs)
      problems.push(`ready without a database (not ready after ${unreadyAfterMs ?? '–'} ms)`)
    if (lost.holds.size > noticed) problems.push('holds were acknowledged that no disk keeps')
    if (code !== 1) problems.push(`the launcher should end with 1: ${code}`)
    const message = 'no empty one was created in its place'
    if (!installation.lines.some((line) => line.includes(message)))
      problems.push(`the launcher does not say what is wrong: ${installation.lines.slice(-5).join(' / ')}`)
    const again = await tryStart(dataFolder)
    if (again.code !== 1 || !again.output.includes(message))
      problems.push(`another start should refuse: ${again.code}, ${again.output.slice(-300)}`)

    const restoring = performance.now()
    const restore = await runTool(restored, ['tools/backup.mjs', 'restore', backups])
    if (restore.code !== 0) problems.push(`the restore failed: ${restore.output}`)
    symlinkSync(provider, join(restored, 'sandbox'))
    const next = await startInstallation(restored)
    const restoreMs = Math.round(performance.now() - restoring)
    try {
      const after = newRecord()
      await buyFor(buyingMs, { ...stock, port: next.port, record: after })
      if (after.holds.size === 0) problems.push('nothing was held after the restore')
      // Of what was bought after the backup, the recorded changes have a part.
      const all = { ...kept, withoutResponse: Number.MAX_SAFE_INTEGER }
      for (const [key, ids] of after.holds) all.holds.set(key, ids)
      for (const [key, id] of after.orders) all.orders.set(key, id)
      problems.push(...lost.problems.slice(0, 5), ...after.problems.slice(0, 5))
      problems.push(...(await verifyInstallation(restored, all)))
    } finally {
      await next.stop()
    }
    return {
      problems,
      kept: { holds: kept.holds.size, orders: kept.orders.size },
      afterBackup: lost.holds.size,
      statuses: lost.statuses,
      unreadyAfterMs,
      restoreMs,
    }
  } finally {
    await observer.stop()
    if (installation.isRunning()) await installation.stop()
  }
}

async function buyFor(
  milliseconds: number,
  shop: Omit<Parameters<typeof runBuyers>[0], 'stopping' | 'giveUp'>,
): Promise<void> {
  const end = new AbortController()
  const buying = runBuyers({ ...shop, stopping: end.signal, giveUp: AbortSignal.timeout(milliseconds * 4) })
  await pause(milliseconds)
  end.abort()
  await buying
}
