import { chownSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { databaseOf, killParts, startInstallation } from './installation.ts'
import type { Volume } from './volume.ts'
import { withFault, type Result } from './with-fault.ts'

/** Longer than the restarts of the launcher take that are limited in number. */
const longMs = 45_000

/** The disk of the data folder has no byte left. */
export function fillDisk(createVolume: (megabytes: number) => Volume): Promise<Result> {
  const volume = createVolume(700)
  let filling: NodeJS.Timeout | undefined
  return withFault({
    dataFolder: join(volume.folder, 'data'),
    async inject() {
      volume.fill()
      // What PostgreSQL deletes meanwhile is used up too.
      filling = setInterval(() => volume.fill(), 250)
    },
    async recover() {
      clearInterval(filling)
      volume.freeSpace()
    },
    lastsMs: 15_000,
    stopsWrites: true,
  })
}

/** The write-ahead log has a disk of its own, which fills up: PostgreSQL ends and cannot start. */
export async function fillWalDisk(createVolume: (megabytes: number) => Volume): Promise<Result> {
  const volume = createVolume(700)
  const walVolume = createVolume(200)
  const dataFolder = join(volume.folder, 'data')
  const installation = await startInstallation(dataFolder)
  const { cluster } = await databaseOf(dataFolder)
  await installation.stop()
  moveWal(join(cluster, 'pg_wal'), join(walVolume.folder, 'pg_wal'))
  return withFault({
    dataFolder,
    async inject() {
      walVolume.fill()
      await writeWalUntilFull(dataFolder)
    },
    recover: async () => walVolume.freeSpace(),
    lastsMs: longMs,
    stopsWrites: true,
  })
}

function moveWal(from: string, to: string): void {
  const { uid, gid } = statSync(from)
  cpSync(from, to, { recursive: true })
  for (const name of ['.', ...readdirSync(to, { recursive: true, encoding: 'utf8' })])
    chownSync(join(to, name), uid, gid)
  rmSync(from, { recursive: true })
  symlinkSync(to, from)
}

/** Uses up the segments that exist, which a marketplace would take an hour for. */
async function writeWalUntilFull(dataFolder: string): Promise<void> {
  const { superuserUrl } = await databaseOf(dataFolder)
  const client = new pg.Client({ connectionString: superuserUrl })
  client.on('error', () => undefined)
  await client.connect()
  try {
    for (;;) await client.query("select pg_logical_emit_message(false, 'full', repeat('x', 1000000))")
  } catch {
    // The server ended, as it must.
  }
}

/** Everything but the launcher is killed, and the disk can only be read until it is made writable again. */
export function protectDisk(createVolume: (megabytes: number) => Volume): Promise<Result> {
  const volume = createVolume(700)
  const dataFolder = join(volume.folder, 'data')
  const logVolume = createVolume(16)
  mkdirSync(dataFolder, { recursive: true })
  // The launcher goes on and keeps its logs open, which a disk that turns read-only would not allow.
  symlinkSync(logVolume.folder, join(dataFolder, 'logs'))
  return withFault({
    dataFolder,
    inject: ({ installation }) => killParts(installation, () => untilDone(() => volume.setReadOnly(true))),
    recover: async () => volume.setReadOnly(false),
    lastsMs: longMs,
    stopsWrites: true,
  })
}

/** The system stops all writes after an error of the disk. Then Terrace is stopped, the disk repaired, and Terrace started. */
export function failDisk(createVolume: (megabytes: number) => Volume): Promise<Result> {
  const volume = createVolume(700)
  const dataFolder = join(volume.folder, 'data')
  mkdirSync(dataFolder, { recursive: true })
  // A payment provider has disks of its own.
  symlinkSync(createVolume(64).folder, join(dataFolder, 'sandbox'))
  return withFault({
    dataFolder,
    inject: async () => volume.fail(),
    async recover(fault) {
      const { installation } = fault
      const { port } = installation
      await installation.stop()
      await untilDone(() => volume.repair())
      fault.installation = await startInstallation(dataFolder, { port })
    },
    lastsMs: 20_000,
    stopsWrites: true,
  })
}

/** A process that was killed keeps its files open for a moment. */
async function untilDone(work: () => void): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      work()
      return
    } catch (error) {
      if (tries >= 100) throw error
      await pause(50)
    }
  }
}
