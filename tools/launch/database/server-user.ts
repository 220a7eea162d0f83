import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Account that runs PostgreSQL when the launcher runs as root, which PostgreSQL rejects. */
export interface ServerUser {
  uid: number
  gid: number
  name: string
}

/**
 * User that must run the server of `cluster`; `undefined` for the current one. For root it is the owner of an
 * existing cluster (PostgreSQL requires that), else the user behind `sudo`, else an unprivileged account.
 */
export function chooseServerUser(cluster: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readAccounts()
  const byUid = (uid: number | undefined) => accounts.find((account) => account.uid === uid && uid !== 0)
  const sudo = process.env['SUDO_UID']
  const user =
    byUid(ownerOf(cluster)) ??
    byUid(sudo === undefined ? undefined : Number(sudo)) ??
    accounts.find(({ name }) => name === 'nobody') ??
    accounts.find(({ uid }) => uid !== 0)
  if (!user) {
    throw new Error(
      'PostgreSQL does not run as root, and /etc/passwd has no other account. Add one (useradd terrace) or set DATABASE_URL.',
    )
  }
  return user
}

/** Whether `user` may enter `folder` and run `file`. Asks the system, so access lists count too. */
export function canEnter(user: ServerUser, folder: string, file?: string): boolean {
  const script = file === undefined ? 'cd "$1"' : 'cd "$1" && exec "$2" --version'
  const { status } = spawnSync('/bin/sh', ['-c', script, 'sh', folder, file ?? ''], {
    uid: user.uid,
    gid: user.gid,
    cwd: '/',
    stdio: 'ignore',
  })
  return status === 0
}

/**
 * A folder owned by root that every account may enter, for files that cannot stay below a closed folder such as
 * /root. `key` is the original path, so that projects do not collide.
 */
export function sharedFolderFor(key: string): string {
  const name = createHash('sha256').update(key).digest('hex').slice(0, 12)
  const problems: string[] = []
  for (const base of ['/var/lib', '/var/tmp']) {
    const shared = join(base, 'terrace')
    const target = join(shared, name)
    try {
      for (const folder of [shared, target]) {
        mkdirSync(folder, { recursive: true })
        // /var/tmp is writable for everyone: do not trust a folder of another user.
        if (statSync(folder).uid !== 0) throw new Error(`${folder} belongs to another user`)
        chmodSync(folder, 0o755)
      }
      return target
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
    }
  }
  throw new Error(`Cannot create a folder that PostgreSQL can access: ${problems.join('; ')}`)
}

function ownerOf(folder: string): number | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.uid
}

function readAccounts(): ServerUser[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4 && !fields[0]?.startsWith('#'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }))
}
