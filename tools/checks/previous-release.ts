import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

const projectFolder = resolve(import.meta.dirname, '../..')
const sqlFolders = ['migrations', 'views', 'functions', 'triggers']

/** What a buyer's money and tickets depend on. Of the old release, since it is what runs during an upgrade. */
const decisiveTests = [
  'checkout/buy-tickets.test.ts',
  'checkout/checkout.race.test.ts',
  'checkout/attempts/payment.race.test.ts',
  'checkout/attempts/reconcile-attempts.test.ts',
  'holds/place-holds.test.ts',
  'holds/release/release-holds.test.ts',
]

const releasesFile = 'deploy/releases.json'

/** The commit that `deploy/releases.json` names as the previous release. */
export function readPreviousRelease(folder = projectFolder): string {
  const { previous } = readReleases(folder)
  const commit = previous?.commit
  if (typeof commit !== 'string' || !/^[0-9a-f]{40}$/.test(commit))
    throw new Error('deploy/releases.json: previous.commit must be the full hash of a commit.')
  return commit
}

/** @throws Error unless this release has a higher number than the previous one, whose files are in the folder */
export function expectHigherNumber(previousFolder: string, folder = projectFolder): void {
  const [number, previous] = [numberOf(folder), numberOf(previousFolder)]
  if (number <= previous)
    throw new Error(
      `deploy/releases.json: number must be ${previous + 1}, because the previous release has ${previous}. A process of an older release leaves the functions of a newer one by it.`,
    )
}

/** 0 for a release from before there were numbers. */
function numberOf(folder: string): number {
  const { number = 0 } = existsSync(join(folder, releasesFile)) ? readReleases(folder) : {}
  if (typeof number !== 'number' || !Number.isInteger(number))
    throw new Error('deploy/releases.json: number must be a whole number.')
  return number
}

interface Releases {
  number?: unknown
  previous?: { commit?: unknown }
}

function readReleases(folder: string): Releases {
  return JSON.parse(readFileSync(join(folder, releasesFile), 'utf8')) as Releases
}

/**
 * Writes the files of the commit to the folder, with the SQL of this release and its installed dependencies.
 * @throws Error with one clear line if the history lacks the commit
 */
export function copyRelease(commit: string, folder: string, source = projectFolder): void {
  if (!hasCommit(commit, source))
    throw new Error(
      `The history lacks the previous release, ${commit}. Fetch the full history (git fetch --unshallow), or correct deploy/releases.json.`,
    )
  copyCommit(commit, folder, source)
  for (const kind of sqlFolders) {
    const path = join('apps/api/src/db', kind)
    rmSync(join(folder, path), { recursive: true })
    cpSync(join(source, path), join(folder, path), { recursive: true })
  }
}

/** Writes the files of the commit to the folder, as they were, with the installed dependencies of this release. */
export function copyCommit(commit: string, folder: string, source = projectFolder): void {
  const archive = `${folder}.tar`
  mkdirSync(folder, { recursive: true })
  expectSuccess(git(source, 'archive', '--output', archive, commit))
  expectSuccess(spawnSync('tar', ['-xf', archive, '-C', folder], { encoding: 'utf8' }))
  rmSync(archive)
  linkDependencies(join(source, 'node_modules'), folder)
}

export function hasCommit(commit: string, source = projectFolder): boolean {
  return git(source, 'cat-file', '-e', `${commit}^{commit}`).status === 0
}

/** Installed packages are those of this release; the product's own packages are those of the copy. */
function linkDependencies(installed: string, folder: string): void {
  const target = join(folder, 'node_modules')
  mkdirSync(join(target, '@terrace'), { recursive: true })
  for (const name of readdirSync(installed))
    if (name !== '@terrace') symlinkSync(join(installed, name), join(target, name))
  for (const parent of ['packages', 'apps'])
    for (const name of readdirSync(join(folder, parent)))
      symlinkSync(join(folder, parent, name), join(target, '@terrace', name))
}

function git(folder: string, ...command: string[]) {
  return spawnSync('git', command, { cwd: folder, encoding: 'utf8' })
}

function expectSuccess({ status, stderr, error }: ReturnType<typeof git>): void {
  if (status !== 0) throw new Error(error?.message ?? stderr)
}

if (import.meta.main) {
  const [folder = '', report = ''] = process.argv.slice(2)
  try {
    const commit = readPreviousRelease()
    copyRelease(commit, folder)
    expectHigherNumber(folder)
    console.log(`Tests of the previous release, ${commit.slice(0, 8)}, on the schema of this one:`)
    const { status } = spawnSync(
      process.execPath,
      [
        join(folder, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--project=api',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...decisiveTests.map((name) => `apps/api/src/modules/${name}`),
      ],
      { cwd: folder, stdio: 'inherit' },
    )
    process.exitCode = status ?? 1
    if (status !== 0)
      console.log(
        'If the schema is meant to change: expand now, contract one release later (CONTRIBUTING.md).',
      )
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
