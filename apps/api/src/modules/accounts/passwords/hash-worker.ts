import { argon2Sync } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { postTo } from '#api/shared/concurrency/thread-port.ts'
import { lowerThreadPriority } from '#api/shared/concurrency/thread-priority.ts'
import type { HashResult, HashJob } from './hash-threads.ts'

// OWASP's first recommendation for argon2id; about 40 ms. Must match the prefix in password-hash.ts.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

lowerThreadPriority(15)

// An exception ends the thread, which rejects its pending jobs.
parentPort?.on('message', ({ id, password, nonce }: HashJob) => {
  const hash = argon2Sync('argon2id', { message: password.normalize('NFC'), nonce, ...cost })
  postTo<HashResult>(parentPort, { id, hash })
})
