import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cardsRoutes, type WireCard } from '@terrace/contracts/cards'
import type { BodyInputOf } from '@terrace/contracts/route'
import { call } from '#web/lib/http/api-client.ts'
import { cardsQuery, setupQuery } from './queries.ts'

/** Saves the card of a setup. The response status says whether the bank accepted it. */
export function useSaveCard() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: BodyInputOf<typeof cardsRoutes.save>) =>
      (await call(cardsRoutes.save, { body })).data,
    onSuccess: ({ status }) => {
      // The setup secret is used up, unless the bank still has to confirm the card.
      if (status === 'saved' || status === 'declined') queryClient.removeQueries(setupQuery())
      return queryClient.invalidateQueries(cardsQuery())
    },
  })
}

export function useMakeDefault() {
  const updateCards = useUpdateCards()
  return useMutation({
    mutationFn: (id: string) => call(cardsRoutes.makeDefault, { params: { card_id: id } }),
    onSuccess: ({ data }) => updateCards(data),
    onError: () => updateCards(),
  })
}

export function useRemoveCard() {
  const updateCards = useUpdateCards()
  return useMutation({
    mutationFn: (id: string) => call(cardsRoutes.remove, { params: { card_id: id } }),
    onSuccess: ({ data }) => updateCards(data),
    onError: () => updateCards(),
  })
}

/** Shows the list from the response, or reloads it after an error because it may be outdated. */
function useUpdateCards() {
  const queryClient = useQueryClient()
  return (cards?: WireCard[]) => {
    if (cards) queryClient.setQueryData(cardsQuery().queryKey, cards)
    else void queryClient.invalidateQueries(cardsQuery())
  }
}
