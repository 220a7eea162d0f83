import { useQueryClient } from '@tanstack/react-query'
import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { useEffect, useRef, useState } from 'react'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { importQuery, isInProgress } from '#web/features/inventory-imports/data/queries.ts'

/** What held rows of one event are for. */
export type EventDecision = { key: string; event_id: number } | { key: string; skip: true }

const waitMs = 400

/**
 * Decisions about events, sent one after the other: the server compares the freed rows after each one, and takes the
 * next when it is done. The page stays usable in between.
 */
export function useDecisions(id: string) {
  const client = useQueryClient()
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const [pending, setPending] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const queue = useRef<EventDecision[]>([])
  const isRunning = useRef(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  async function run(): Promise<void> {
    if (isRunning.current) return
    isRunning.current = true
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      try {
        await waitUntilCompared()
        const { data } = await call(inventoryImportsRoutes.decideEvent, {
          params: { import_id: id },
          body: next,
        })
        client.setQueryData(importQuery(id).queryKey, (known) => known && { ...known, ...data })
      } catch (error) {
        const { key } = next
        setProblem(`The decision was not saved. ${errorText(error)}`)
        setDecided((known) => new Set([...known].filter((each) => each !== key)))
      }
      setPending(queue.current.length)
    }
    isRunning.current = false
    void client.invalidateQueries({ queryKey: importQuery(id).queryKey })
  }

  async function waitUntilCompared(): Promise<void> {
    for (;;) {
      const item = await client.fetchQuery({ ...importQuery(id), staleTime: 0 })
      if (!isInProgress(item) || isGone.current) return
      await new Promise((resolve) => {
        setTimeout(resolve, waitMs)
      })
    }
  }

  return {
    /** Keys of events that are decided, so that the page no longer asks. */
    decided,
    pending,
    problem,
    decide(decision: EventDecision) {
      setProblem(null)
      setDecided((known) => new Set([...known, decision.key]))
      queue.current.push(decision)
      setPending(queue.current.length)
      void run()
    },
  }
}

export type Decisions = ReturnType<typeof useDecisions>
