import { ordersRoutes } from '@terrace/contracts/orders'
import type { BodyInputOf } from '@terrace/contracts/route'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '#web/lib/api-client.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'

type Report = BodyInputOf<typeof ordersRoutes.reportIssue>

/** Reports an issue of a line. A second press of the same words after a lost connection is the same report. */
export function useReportIssue(lineId: string) {
  const queryClient = useQueryClient()
  const intention = useRef({ of: '', key: '' })
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: Report) => {
      const of = JSON.stringify(body)
      if (intention.current.of !== of) intention.current = { of, key: newIdempotencyKey() }
      const params = { line_id: lineId }
      return call(ordersRoutes.reportIssue, { params, body, idempotencyKey: intention.current.key })
    },
    onSuccess: () => {
      intention.current = { of: '', key: '' }
      return queryClient.invalidateQueries({ queryKey: [ordersRoutes.one.name] })
    },
  })
  return { send: mutate, isPending, error }
}
