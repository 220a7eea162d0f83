export type SandboxOperation =
  | 'create'
  | 'retrieve'
  | 'confirm'
  | 'capture'
  | 'cancel'
  | 'refund'
  /** Reads and changes of saved cards. */
  | 'vault_read'
  | 'vault_change'
  /** Delivery of an event to the shop. */
  | 'event'

/**
 * A fault of one call, for crash tests. `fail` returns 500 and `drop` closes the connection, before or after the
 * effect; `wait` blocks until `until` settles; `twice` delivers the call a second time; `slow` leaves a refund
 * pending.
 */
export type Fault = { on: SandboxOperation } & (
  | { kind: 'slow' }
  | { kind: 'fail_before' | 'fail_after' | 'drop_before' | 'drop_after' | 'twice' }
  | { kind: 'wait_before' | 'wait_after'; until: Promise<unknown> }
)

/** Closes the connection without a response. */
export class ConnectionDropped extends Error {
  override readonly name = 'ConnectionDropped'
}

export interface SandboxFaults {
  /** Applies to the next call of its operation, once. Several faults apply in the given order. */
  plan(fault: Fault): void
  /** Removes the faults not applied yet. */
  clear(): void
  /** All calls so far, in order, with or without a fault. */
  readonly calls: readonly SandboxOperation[]
  /** Runs `work` with the next planned fault of this operation, if any, and passes its kind. */
  runWithFault<Result>(
    operation: SandboxOperation,
    work: (fault?: Fault['kind']) => Promise<Result>,
  ): Promise<Result>
}

const maxRecordedCalls = 1000

/** No HTTP request can plan a fault. */
export function createSandboxFaults(): SandboxFaults {
  const planned: Fault[] = []
  const calls: SandboxOperation[] = []
  return {
    calls,
    plan: (fault) => void planned.push(fault),
    clear: () => void planned.splice(0),
    async runWithFault(operation, work) {
      if (calls.push(operation) > maxRecordedCalls) calls.shift()
      const index = planned.findIndex((fault) => fault.on === operation)
      const fault = index < 0 ? undefined : planned.splice(index, 1)[0]
      if (fault?.kind === 'wait_before') await fault.until
      if (fault?.kind === 'fail_before') throw new Error('planned failure before the effect')
      if (fault?.kind === 'drop_before') throw new ConnectionDropped()
      const result = await work(fault?.kind)
      if (fault?.kind === 'twice') return work()
      if (fault?.kind === 'wait_after') await fault.until
      if (fault?.kind === 'fail_after') throw new Error('planned failure after the effect')
      if (fault?.kind === 'drop_after') throw new ConnectionDropped()
      return result
    },
  }
}
