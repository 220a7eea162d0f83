import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { terraceVariables } from '../../deploy/cluster/cluster-processes.ts'
import type { ClusterLayout } from '../../deploy/cluster/layout.ts'
import { copyCommit, hasCommit, readPreviousRelease } from '../../tools/checks/previous-release.ts'

const run = promisify(execFile)

/** The commit of the previous release, whose code runs before the upgrade; `undefined` if the history lacks it. */
export function findOldRelease(): string | undefined {
  const commit = readPreviousRelease()
  return hasCommit(commit) ? commit : undefined
}

/** Writes the code of the commit to a folder of the trial and returns the folder. */
export function copyOldRelease({ folder }: ClusterLayout, commit: string): string {
  const target = join(folder, 'old-release')
  copyCommit(commit, target)
  return target
}

/**
 * Creates or upgrades the schema with the code of a release, as `npm run db:migrate` does.
 * @throws Error with its output if it fails
 */
export async function migrateWith(layout: ClusterLayout, codeFolder: string): Promise<void> {
  await run(process.execPath, ['apps/api/src/cli/migrate.ts'], {
    cwd: codeFolder,
    env: { ...process.env, ...terraceVariables(layout) },
  })
}
