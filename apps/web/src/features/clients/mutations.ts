import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clientsRoutes } from '@terrace/contracts/clients'
import type { BodyInputOf } from '@terrace/contracts/route'
import { call } from '#web/lib/http/api-client.ts'
import { routeKeys } from '#web/lib/data-keys.ts'
import { clientQuery } from './queries.ts'

export type ClientValues = BodyInputOf<typeof clientsRoutes.create>

/** Adds a client. Retries must reuse the idempotency key, so that a double click adds one. */
export function useCreateClient() {
  const refresh = useRefreshClients()
  return useMutation({
    mutationFn: async ({ values, idempotencyKey }: { values: ClientValues; idempotencyKey: string }) =>
      (await call(clientsRoutes.create, { body: values, idempotencyKey })).data,
    onSuccess: refresh,
  })
}

export function useUpdateClient(id: string) {
  const queryClient = useQueryClient()
  const refresh = useRefreshClients()
  return useMutation({
    mutationFn: async (body: ClientValues & { version: number }) =>
      (await call(clientsRoutes.update, { params: { client_id: id }, body })).data,
    onSuccess(client) {
      queryClient.setQueryData(clientQuery(id).queryKey, (known) => known && { ...known, client })
      return refresh()
    },
    // Someone else may have changed or deleted it.
    onError: refresh,
  })
}

export function useRemoveClient() {
  const refresh = useRefreshClients()
  return useMutation({
    mutationFn: (id: string) => call(clientsRoutes.remove, { params: { client_id: id } }),
    onSettled: refresh,
  })
}

export function useRemoveSelectedClients() {
  const refresh = useRefreshClients()
  return useMutation({
    mutationFn: (ids: readonly string[]) =>
      call(clientsRoutes.removeSelected, { body: { client_ids: [...ids] } }),
    onSettled: refresh,
  })
}

export function useRemoveUnusedClients() {
  const refresh = useRefreshClients()
  return useMutation({
    mutationFn: () => call(clientsRoutes.removeUnused),
    onSettled: refresh,
  })
}

/** Accepts or dismisses a proposal. */
export function useDecideProposal() {
  const refresh = useRefreshClients()
  return useMutation({
    mutationFn: async ({ id, isAccepted }: { id: string; isAccepted: boolean }) => {
      const params = { proposal_id: id }
      await (isAccepted
        ? call(clientsRoutes.acceptProposal, { params })
        : call(clientsRoutes.dismissProposal, { params }))
    },
    // Refresh even after an error: a colleague may have decided first.
    onSettled: refresh,
  })
}

function useRefreshClients() {
  const queryClient = useQueryClient()
  return async () => {
    const { list, one, proposals } = clientsRoutes
    const names = [list.name, one.name, proposals.name, routeKeys.profileCounts]
    await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
  }
}
