import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small file system of its own. */
export interface Volume {
  folder: string
  /** Takes all remaining space. */
  fill: () => void
  freeSpace: () => void
  /** @throws an error while a file is open for writing */
  setReadOnly: (isReadOnly: boolean) => void
  /** Makes the system stop all writes, as after an error of the disk; only `repair` ends it. */
  fail: () => void
  /** Checks and mounts it again; no process may use it. */
  repair: () => void
  remove: () => void
}

/** Why this machine cannot make volumes; `undefined` if it can. */
export function volumeProblem(): string | undefined {
  if (process.platform !== 'linux') return 'volumes are made on Linux only'
  if (process.getuid?.() !== 0) return 'mounting a volume needs root'
  try {
    createVolume(16).remove()
  } catch (error) {
    return `no volume can be mounted here: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`
  }
  return undefined
}

/** Mounts a new ext4 file system from an image file. */
export function createVolume(megabytes: number): Volume {
  const parent = mkdtempSync(join(tmpdir(), 'terrace-volume-'))
  // PostgreSQL runs as another user.
  chmodSync(parent, 0o755)
  const image = join(parent, 'image')
  const folder = join(parent, 'volume')
  const ballast = join(folder, 'ballast')
  const mount = () => run('mount', '-o', 'loop,errors=remount-ro', image, folder)
  const remove = () => {
    try {
      run('umount', folder)
    } catch {
      // A process that did not end keeps the detached volume until its end.
      run('umount', '--lazy', folder)
    }
    rmSync(parent, { recursive: true, force: true })
  }
  mkdirSync(folder)
  try {
    run('truncate', '-s', `${megabytes}M`, image)
    run('mkfs.ext4', '-q', '-m', '0', image)
    mount()
  } catch (error) {
    rmSync(parent, { recursive: true, force: true })
    throw error
  }
  chmodSync(folder, 0o755)
  return {
    folder,
    fill: () => writeUntilFull(ballast),
    freeSpace: () => rmSync(ballast, { force: true }),
    setReadOnly: (isReadOnly) => run('mount', '-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder),
    fail() {
      writeFileSync(`/sys/fs/ext4/${deviceOf(image)}/trigger_fs_error`, '1')
    },
    repair() {
      run('umount', folder)
      try {
        run('e2fsck', '-fy', image)
      } catch (error) {
        // 1 means that it repaired something.
        if (!(error instanceof Error && 'status' in error && error.status === 1)) throw error
      }
      mount()
    },
    remove,
  }
}

/** Blocks of falling size, so that not even a small file fits afterwards. */
function writeUntilFull(file: string): void {
  const target = openSync(file, 'a')
  for (const size of [1_048_576, 65_536, 4096, 512]) {
    const block = Buffer.alloc(size, 1)
    try {
      for (;;) writeSync(target, block)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
  closeSync(target)
}

/** The loop device of a mounted image. */
function deviceOf(image: string): string {
  const device = readdirSync('/sys/block').find((name) => {
    const file = `/sys/block/${name}/loop/backing_file`
    return existsSync(file) && readFileSync(file, 'utf8').trim() === image
  })
  if (device === undefined) throw new Error(`${image} is not mounted`)
  return device
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
