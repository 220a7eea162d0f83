import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { inventoryRoutes } from '@terrace/contracts/inventory'
import { priceRulesRoutes, type RulesOverview } from '@terrace/contracts/price-rules'
import { call } from '#web/lib/http/api-client.ts'

export function rulesQuery() {
  return queryOptions({
    queryKey: [priceRulesRoutes.list.name],
    queryFn: async ({ signal }) => (await call(priceRulesRoutes.list, { signal })).data,
    refetchInterval: 60_000,
  })
}

/** What the filter of a rule offers. */
export function scopeChoicesQuery() {
  return queryOptions({
    queryKey: [priceRulesRoutes.choices.name],
    queryFn: async ({ signal }) => {
      const [own, stock] = await Promise.all([
        call(priceRulesRoutes.choices, { signal }),
        call(inventoryRoutes.choices, { query: {}, signal }),
      ])
      return { ...stock.data, ...own.data }
    },
  })
}

export interface LogFilter {
  ruleId: string
  outcome: '' | 'moved' | 'kept'
}

export function movesQuery({ ruleId, outcome }: LogFilter) {
  return infiniteQueryOptions({
    queryKey: [priceRulesRoutes.moves.name, ruleId, outcome],
    queryFn: ({ signal, pageParam }) =>
      call(priceRulesRoutes.moves, {
        query: {
          ...(ruleId !== '' && { rule_id: ruleId }),
          ...(outcome !== '' && { outcome }),
          ...(pageParam !== '' && { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ data, meta }) => (meta.has_more ? data.at(-1)?.id : undefined),
  })
}

/** Reloads the list and the log after a change of one rule. */
export function useReloadRules(): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: rulesQuery().queryKey })
    void client.invalidateQueries({ queryKey: [priceRulesRoutes.moves.name] })
  }
}

/** A call whose response is the whole list. */
export function useOverviewCall<Input>(send: (input: Input) => Promise<{ data: RulesOverview }>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: ({ data }) => {
      client.setQueryData(rulesQuery().queryKey, data)
      void client.invalidateQueries({ queryKey: [priceRulesRoutes.moves.name] })
    },
  })
}
