import { useMutation, useQueryClient } from '@tanstack/react-query'
import { savedPeopleRoutes, type SavedPersonDetails } from '@terrace/contracts/saved-people'
import { call } from '#web/lib/http/api-client.ts'
import { savedPeopleQuery } from './queries.ts'

export function useSavePeople() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (people: SavedPersonDetails[]) => call(savedPeopleRoutes.save, { body: { people } }),
    onSuccess: ({ data }) => queryClient.setQueryData(savedPeopleQuery().queryKey, data),
  })
}

/** Notes that a person was chosen. It only postpones the deletion, so failures are ignored. */
export function useMarkUsed() {
  return useMutation({
    mutationFn: (id: string) => call(savedPeopleRoutes.markUsed, { params: { person_id: id } }),
  })
}

export function useRemovePerson() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(savedPeopleRoutes.remove, { params: { person_id: id } }),
    // A colleague may have deleted the person already.
    onSettled: () => queryClient.invalidateQueries(savedPeopleQuery()),
  })
}
