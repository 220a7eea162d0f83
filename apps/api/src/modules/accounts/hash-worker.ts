import { argon2Sync } from 'node:crypto'
import { getPriority, platform, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { postTo } from '../../shared/thread-port.ts'
import type { HashDone, HashJob } from './hash-threads.ts'

// OWASP's first recommendation for argon2id; 38 ms on the machine this was chosen on. password-hash.ts writes the same
// numbers into what is stored.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

/** Behind the answers to everybody else, and still with a share of a busy machine. */
const niceness = 15

// On Linux this is of the calling thread; elsewhere it would be of the whole process.
if (platform() === 'linux') setPriority(0, Math.min(19, getPriority(0) + niceness))

// A failure ends the thread, and with that tells whoever waits.
parentPort?.on('message', ({ id, password, nonce }: HashJob) => {
  const hash = argon2Sync('argon2id', { message: password.normalize('NFC'), nonce, ...cost })
  postTo<HashDone>(parentPort, { id, hash })
})
