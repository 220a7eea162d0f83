import { chownSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../tools/launch/user-error.ts'
import type { ClusterLayout, ClusterNode } from './layout.ts'
import { runPgbackrest } from './prepare-database.ts'

/**
 * Restores the files of the backup for this time into a folder of their own, which it deletes. pgBackRest compares each with
 * its checksum.
 * @throws UserError if no backup is old enough, or one cannot be read
 */
export async function verifyBackup(layout: ClusterLayout, node: ClusterNode, target: string): Promise<void> {
  const [copy, locks] = ['backup-check', 'backup-check-locks'].map((name) => join(layout.folder, name)) as [
    string,
    string,
  ]
  try {
    rmSync(copy, { recursive: true, force: true })
    mkdirSync(copy, { mode: 0o700 })
    if (layout.user) chownSync(copy, layout.user.uid, layout.user.gid)
    await runPgbackrest(layout, node, [
      `--pg1-path=${copy}`,
      // The node itself holds the usual lock while it archives.
      `--lock-path=${locks}`,
      '--type=time',
      `--target=${target}`,
      'restore',
    ])
  } catch (error) {
    const [reason = ''] = /^.*ERROR.*$/m.exec(String(error)) ?? []
    throw new UserError(`The backup cannot be restored, so nothing was changed. ${reason.trim()}`, {
      cause: error,
    })
  } finally {
    for (const folder of [copy, locks]) rmSync(folder, { recursive: true, force: true })
  }
}
