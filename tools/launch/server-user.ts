import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The account under which PostgreSQL runs when we are root: it refuses to run as root itself. */
export interface ServerUser {
  uid: number
  gid: number
  name: string
}

/**
 * Who must run the server of `cluster`: `undefined` means ourselves. For root it is, in this order, the owner of an
 * existing cluster (PostgreSQL insists on that), the person behind `sudo`, and an account without rights.
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
      'PostgreSQL does not run as root and /etc/passwd names no other account. Add one (useradd terrace), or pass DATABASE_URL.',
    )
  }
  return user
}

/** Whether `user` may enter `folder` and run `file`; asked of the system itself, so access lists count too. */
export function mayEnter(user: ServerUser, folder: string, file?: string): boolean {
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
 * A folder of root's that every account may enter, for what cannot stay in a project below a closed folder such as
 * /root. `key` is the path that it stands in for, so that two projects never meet in it.
 */
export function openPlaceFor(key: string): string {
  const name = createHash('sha256').update(key).digest('hex').slice(0, 12)
  const problems: string[] = []
  for (const base of ['/var/lib', '/var/tmp']) {
    const shared = join(base, 'terrace')
    const place = join(shared, name)
    try {
      for (const folder of [shared, place]) {
        mkdirSync(folder, { recursive: true })
        // /var/tmp is open to all: a folder that somebody else laid there beforehand is not ours to trust.
        if (statSync(folder).uid !== 0) throw new Error(`${folder} belongs to another user`)
        chmodSync(folder, 0o755)
      }
      return place
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
    }
  }
  throw new Error(`No folder can be made that PostgreSQL may enter: ${problems.join('; ')}`)
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
