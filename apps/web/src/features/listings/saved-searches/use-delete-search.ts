import type { WireSavedSearch } from '@terrace/contracts/saved-searches'
import { showUndo } from '#web/ui/overlay/show-undo.ts'
import { useRemoveSearch, useSaveSearch } from './saved-search-queries.ts'

/** Deletes a search at once; undo saves it again. */
export function useDeleteSearch(): { remove: (search: WireSavedSearch) => void; error: Error | null } {
  const removal = useRemoveSearch()
  const restoring = useSaveSearch()
  return {
    error: removal.error ?? restoring.error,
    remove: ({ id, name, event, filter, live, mail, state }) =>
      removal.mutate(id, {
        onSuccess() {
          // The server takes no searches of events that are over.
          if (state === 'active')
            showUndo(`Deleted search ${name}`, () =>
              restoring.mutate({ event_id: event.id, name, filter, live, mail }),
            )
        },
      }),
  }
}
