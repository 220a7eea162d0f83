import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { terraceVariables } from '../../deploy/cluster/cluster-processes.ts'
import type { ClusterLayout } from '../../deploy/cluster/layout.ts'
import {
  copyCommit,
  hasCommit,
  includesCommit,
  readPreviousRelease,
} from '../../tools/checks/previous-release.ts'

const run = promisify(execFile)

/** The first commit that runs on PostgreSQL 15. */
const firstOnPostgres15 = '0d75bcb127a8f3fed8941d0cf34ddf75fc08a52b'

/**
 * The commit whose code runs before the upgrade: the previous release or, if that does not run on PostgreSQL 15, the first
 * commit that does. `undefined` if the history lacks it.
 */
export function chooseOldRelease(): string | undefined {
  const previous = readPreviousRelease()
  const commit = includesCommit(previous, firstOnPostgres15) ? previous : firstOnPostgres15
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
