import { teamLegalDetailsRoutes, type WireLegalDetails } from '@terrace/contracts/team-legal-details'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'

/** Who the team's invoices are addressed to. */
export function legalDetailsQuery() {
  return queryOptions({
    queryKey: [teamLegalDetailsRoutes.read.name],
    queryFn: async ({ signal }) => (await call(teamLegalDetailsRoutes.read, { signal })).data,
  })
}

export function useChangeLegalDetails() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: WireLegalDetails) => (await call(teamLegalDetailsRoutes.change, { body })).data,
    onSuccess: (data) => queryClient.setQueryData(legalDetailsQuery().queryKey, data),
  })
}
