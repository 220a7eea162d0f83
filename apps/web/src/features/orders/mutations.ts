import { clientsRoutes } from '@terrace/contracts/clients'
import { ordersRoutes } from '@terrace/contracts/orders'
import type { BodyInputOf } from '@terrace/contracts/route'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '#web/lib/http/api-client.ts'
import { newIdempotencyKey } from '#web/lib/http/idempotency-key.ts'

type Report = BodyInputOf<typeof ordersRoutes.reportIssue>

/** Reports an issue with a line. Retrying the same text after a lost connection reuses the idempotency key. */
export function useReportIssue(lineId: string) {
  const queryClient = useQueryClient()
  const idempotency = useRef({ body: '', key: '' })
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: Report) => {
      const text = JSON.stringify(body)
      if (idempotency.current.body !== text) idempotency.current = { body: text, key: newIdempotencyKey() }
      const params = { line_id: lineId }
      return call(ordersRoutes.reportIssue, { params, body, idempotencyKey: idempotency.current.key })
    },
    onSuccess: () => {
      idempotency.current = { body: '', key: '' }
      return queryClient.invalidateQueries({ queryKey: [ordersRoutes.one.name] })
    },
  })
  return { send: mutate, isPending, error }
}

type Details = BodyInputOf<typeof ordersRoutes.changeDetails>

/** Changes the client and the team's own reference and note of an order. */
export function useChangeDetails(orderId: string) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (body: Details) => call(ordersRoutes.changeDetails, { params: { order_id: orderId }, body }),
    onSuccess: () => {
      // A client's page lists their orders.
      for (const name of [ordersRoutes.list.name, clientsRoutes.one.name])
        void queryClient.invalidateQueries({ queryKey: [name] })
    },
    // Someone else may have changed the order.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [ordersRoutes.one.name] }),
  })
  return { save: mutate, isPending, error, reset }
}
