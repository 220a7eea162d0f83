export type SandboxOperation =
  | 'create'
  | 'retrieve'
  | 'confirm'
  | 'capture'
  | 'cancel'
  | 'refund'
  /** Everything about saved cards: a read, a change. */
  | 'vault_read'
  | 'vault_change'
  /** An event on its way to the shop. */
  | 'event'

/**
 * What goes wrong with one call, for crash tests. `fail` answers 500, `cut` ends the connection without an answer, both
 * before the call had its effect or after it; `wait` stands still until `until` settles; `twice` delivers the call a second
 * time. With `slow` all goes well, but the bank has not said yet whether it takes a refund.
 */
export type Fault = { on: SandboxOperation } & (
  | { kind: 'slow' }
  | { kind: 'fail_before' | 'fail_after' | 'cut_before' | 'cut_after' | 'twice' }
  | { kind: 'wait_before' | 'wait_after'; until: Promise<unknown> }
)

/** The connection is to end without an answer. */
export class ConnectionCut extends Error {
  override readonly name = 'ConnectionCut'
}

export interface SandboxFaults {
  /** Strikes the next call of its operation, once; several wait their turn in the order given. */
  plan(fault: Fault): void
  /** What is planned and has struck nobody yet strikes nobody. */
  forget(): void
  /** Every call that was worked on, faults or not, in order. */
  readonly calls: readonly SandboxOperation[]
  /** Runs `work` with the fault that waits for this operation, if any, and tells it which. */
  strike<Answer>(
    operation: SandboxOperation,
    work: (fault?: Fault['kind']) => Promise<Answer>,
  ): Promise<Answer>
}

const remembered = 1000

/** Reachable through deps only; nothing that comes over HTTP can plan a fault. */
export function createSandboxFaults(): SandboxFaults {
  const planned: Fault[] = []
  const calls: SandboxOperation[] = []
  return {
    calls,
    plan: (fault) => void planned.push(fault),
    forget: () => void planned.splice(0),
    async strike(operation, work) {
      if (calls.push(operation) > remembered) calls.shift()
      const index = planned.findIndex((fault) => fault.on === operation)
      const fault = index < 0 ? undefined : planned.splice(index, 1)[0]
      if (fault?.kind === 'wait_before') await fault.until
      if (fault?.kind === 'fail_before') throw new Error('a planned failure before the effect')
      if (fault?.kind === 'cut_before') throw new ConnectionCut()
      const answer = await work(fault?.kind)
      if (fault?.kind === 'twice') return work()
      if (fault?.kind === 'wait_after') await fault.until
      if (fault?.kind === 'fail_after') throw new Error('a planned failure after the effect')
      if (fault?.kind === 'cut_after') throw new ConnectionCut()
      return answer
    },
  }
}
