import { createHash } from 'node:crypto'
import { SandboxError } from '../sandbox-error.ts'
import { number, text } from '../store/columns.ts'
import type { Store } from '../store/store.ts'

export interface ApiResponse {
  status: number
  body: unknown
}

interface IdempotentCall {
  key: string
  /** The full call with its path: the same key for another call is rejected. */
  call: unknown
}

/**
 * Runs `work` once per key and repeats its response for later calls. Effect and response are one transaction, so a
 * crash leaves both or neither.
 */
export function runIdempotently(
  store: Store,
  { key, call }: IdempotentCall,
  work: () => ApiResponse,
): ApiResponse {
  const hash = createHash('sha256').update(JSON.stringify(call)).digest('hex')
  return store.inTransaction(() => {
    const first = store.find('select * from idempotency_keys where key = :key', { key })
    if (first) {
      if (text(first, 'call_hash') === hash)
        return { status: number(first, 'status'), body: JSON.parse(text(first, 'body')) as unknown }
      throw new SandboxError('idempotency_mismatch', 'This idempotency key was used for another call', {
        type: 'idempotency_error',
      })
    }
    const { status, body } = responseOf(work)
    store.run(
      `insert into idempotency_keys (key, call_hash, status, body, created_at)
      values (:key, :hash, :status, :body, :now)`,
      { key, hash, status, body: JSON.stringify(body), now: Date.now() },
    )
    return { status, body }
  })
}

/** Rejections happen before any write and are stored like other responses. */
function responseOf(work: () => ApiResponse): ApiResponse {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    return { status: error.status, body: error.body }
  }
}
