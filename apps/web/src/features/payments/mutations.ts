import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cardsRoutes, type WireCard } from '@terrace/contracts/cards'
import type { BodyInputOf } from '@terrace/contracts/route'
import { call } from '#web/lib/api-client.ts'
import { cardsQuery, setupQuery } from './queries.ts'

/** Saves the card of a setup; the answer says how that went. */
export function useSaveCard() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: BodyInputOf<typeof cardsRoutes.save>) =>
      (await call(cardsRoutes.save, { body })).data,
    onSuccess: ({ status }) => {
      // Saved or refused, the secret has served; while the bank asks it still does.
      if (status === 'saved' || status === 'declined') queryClient.removeQueries(setupQuery())
      return queryClient.invalidateQueries(cardsQuery())
    },
  })
}

/** Makes a card the default one; the answer is all cards as they are then. */
export function useMakeDefault() {
  const keep = useKeepCards()
  return useMutation({
    mutationFn: (id: string) => call(cardsRoutes.makeDefault, { params: { card_id: id } }),
    onSuccess: ({ data }) => keep(data),
    onError: () => keep(),
  })
}

export function useRemoveCard() {
  const keep = useKeepCards()
  return useMutation({
    mutationFn: (id: string) => call(cardsRoutes.remove, { params: { card_id: id } }),
    onSuccess: ({ data }) => keep(data),
    onError: () => keep(),
  })
}

/** What the server said is shown at once; where it refused, the list here may be old. */
function useKeepCards() {
  const queryClient = useQueryClient()
  return (cards?: WireCard[]) => {
    if (cards) queryClient.setQueryData(cardsQuery().queryKey, cards)
    else void queryClient.invalidateQueries(cardsQuery())
  }
}
